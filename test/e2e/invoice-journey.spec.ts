import { expect } from '@playwright/test'
import {
  expectAccessible,
  mailTo,
  newEmail,
  password,
  pdfHeadOf,
  screens,
  signInOnThePage,
  test,
  toast,
} from '../support/e2e/browser.ts'

const attack = '<img src=x onerror=alert(1)>'

test('from signing up to a client who prints the invoice, on a phone', async ({ browser, page }) => {
  const { width, height } = screens[1]
  await page.setViewportSize({ width, height })
  const [owner, client] = [newEmail(), newEmail()]
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Test Owner')
  await page.getByLabel('Email').fill(owner)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Business Name').fill('Corner Repairs')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/login')
  await signInOnThePage(page, owner)
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Create Invoice' }).first().click()
  await page.getByLabel('Client Company Name').fill(`Bakery ${attack}`)
  await page.getByLabel('Client Email').fill(client)
  await page.getByLabel('Amount').fill('$1,234.50')
  await page.getByLabel('Description').fill('Oven repaired')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(toast(page, 'Invoice Created')).toBeVisible()
  await expect(page).toHaveURL('/invoices')
  await expect(page.getByText(`Bakery ${attack}`).first()).toBeVisible()
  await expect(page.getByText('$1,234.50').first()).toBeVisible()

  const mail = await mailTo(client, 'from Corner Repairs')
  expect(mail.text).toContain('$1,234.50')
  expect(mail.replyTo?.[0]?.address).toBe(owner)
  expect(mail.html).not.toContain(attack)
  expect(pdfHeadOf(mail)).toBe('%PDF-')

  const visitor = await (await browser.newContext({ viewport: { width, height } })).newPage()
  const noted = visitor.waitForResponse(/\/viewed$/)
  await visitor.goto(/https?:\/\/\S+\/view/.exec(mail.text ?? '')![0])
  await expect(visitor.getByRole('article')).toContainText('Oven repaired')
  await expect(visitor.getByRole('article')).toContainText('$1,234.50')
  await expectAccessible(visitor)
  const printed = await visitor.pdf({ format: 'Letter' })
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await noted
  await visitor.context().close()

  await page.getByRole('link', { name: `Bakery ${attack}` }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText(`Emailed to ${client}`)
  await expect(timeline).toContainText('Viewed by the client')
})
