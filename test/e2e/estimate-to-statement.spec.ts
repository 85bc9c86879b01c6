import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  expectToLookWell,
  looks,
  mailTo,
  newEmail,
  pdfHeadOf,
  screens,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { field, fillClient } from '../support/e2e/invoice-form.ts'
import { cardButton, cards, enterCard } from '../support/e2e/payments.ts'

const [wide, small] = screens
const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const plan = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 the plan') }

/** Each screen is accessible and not wider than the window. */
async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

test('from an estimate to a statement: accepted on a phone, a deposit, the rest, both paid by card', async ({
  page: owner,
  request,
  browser,
}) => {
  await signIn(owner, await signUp(request))
  await owner.setViewportSize(wide)
  const phone = await browser.newContext({ ...looks[1], viewport: small, reducedMotion: 'reduce' })
  const client = await phone.newPage()
  const clientEmail = newEmail()
  const linkIn = async (subject: string) => {
    const mail = await mailTo(clientEmail, subject)
    expect(pdfHeadOf(mail)).toBe('%PDF-')
    return /https?:\/\/\S+\/view/.exec(mail.text ?? '')![0]
  }
  let estimate = ''

  await test.step('the owner sends an estimate with a plan', async () => {
    await owner.goto('/estimates/new')
    await fillClient(owner, 'Corner Bakery')
    await field(owner, 'Client Email').fill(clientEmail)
    await field(owner, 'Amount').fill('1000')
    await field(owner, 'Description').fill('A sign above the door')
    await owner.locator('input[type=file][aria-label="Add Files"]').setInputFiles(plan)
    await expect(owner.getByRole('link', { name: plan.name })).toBeVisible()
    await look(owner)
    await owner.getByRole('button', { name: 'Create Estimate' }).click()
    await expect(heading(owner, /^Estimate /)).toBeVisible()
    estimate = (await heading(owner, /^Estimate /).textContent())!.replace('Estimate ', '')
    await expect(owner.getByRole('link', { name: plan.name })).toBeVisible()
    await look(owner)
  })

  await test.step('the client reads it on a phone, with its plan, and accepts', async () => {
    const mail = await mailTo(clientEmail, `Estimate ${estimate} from`)
    expect(mail.attachments.map(({ filename }) => filename)).toContain(plan.name)
    await client.goto(await linkIn(`Estimate ${estimate} from`))
    const link = region(client, 'Files').getByRole('link', { name: plan.name })
    const [download] = await Promise.all([client.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe(plan.name)
    await look(client)
    await client.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog(client).getByRole('textbox', { name: 'Your name' }).fill('Robin Baker')
    await look(client)
    await dialog(client).getByRole('button', { name: 'Accept estimate' }).click()
    await expect(client.getByRole('heading', { name: /^Accepted by Robin Baker on / })).toBeVisible()
    await look(client)
  })

  await test.step('the owner invoices a deposit', async () => {
    await expect(region(owner, 'Accepted')).toContainText('Robin Baker')
    // What was accepted stays as it was, with its files.
    await expect(owner.getByRole('button', { name: `Remove ${plan.name}` })).toHaveCount(0)
    await owner.getByRole('button', { name: 'Deposit First…' }).click()
    await dialog(owner).getByRole('textbox', { name: 'Percentage' }).fill('30')
    await dialog(owner).getByRole('checkbox').check()
    await look(owner)
    await dialog(owner).getByRole('button', { name: 'Create invoice' }).click()
    await expect(heading(owner, /^Invoice /)).toBeVisible()
    await expect(owner.getByRole('link', { name: plan.name })).toBeVisible()
    await look(owner)
  })
  const deposit = (await heading(owner, /^Invoice /).textContent())!.replace('Invoice ', '')

  await test.step('the client pays the deposit by card', () => pay(deposit, '$300.00'))

  await test.step('the owner invoices the rest', async () => {
    await expect(region(owner, 'Overview')).toContainText('Paid')
    await owner.getByRole('link', { name: `From estimate ${estimate}` }).click()
    await expect(owner.getByText('Part invoiced')).toBeVisible()
    await look(owner)
    await owner.getByRole('button', { name: 'Invoice the Rest' }).click()
    await expect(toast(owner, 'Invoice Created', '$700.00')).toBeVisible()
    await expect(heading(owner, /^Invoice /)).not.toContainText(deposit)
    await owner.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(toast(owner, 'Email Sent')).toBeVisible()
    await look(owner)
  })
  const rest = (await heading(owner, /^Invoice /).textContent())!.replace('Invoice ', '')

  await test.step('the client pays the rest by card', () => pay(rest, '$700.00'))

  await test.step('the statement has both invoices and both payments, and nothing is owed', async () => {
    await owner.goto('/clients')
    const link = owner.getByRole('link', { name: 'Corner Bakery' })
    await expect(link).toBeVisible()
    await look(owner)
    await link.click()
    await expect(region(owner, 'Summary')).toContainText('2 invoices paid in full')
    await look(owner)
    await owner.getByRole('link', { name: 'Statement' }).click()
    await expect(heading(owner, 'Statement')).toBeVisible()
    const entries = owner.getByRole('table', { name: 'Entries of the statement' })
    await expect(entries.getByRole('row')).toHaveText([
      /Description/,
      new RegExp(`Invoice ${deposit}.*\\$300\\.00`),
      new RegExp(`Invoice ${rest}.*\\$700\\.00`),
      new RegExp(`Test payment for invoice ${deposit} \\(card\\).*-\\$300\\.00`),
      new RegExp(`Test payment for invoice ${rest} \\(card\\).*-\\$700\\.00.*\\$0\\.00`),
    ])
    await expect(region(owner, 'Summary')).toContainText('Test payments moved no money.')
    await expectToLookWell(owner)
    await owner.setViewportSize(wide)
  })

  await test.step('another period and days that make no sense', async () => {
    await owner.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
    await expect(owner.getByText('Nothing happened in this period')).toBeVisible()
    await look(owner)
    await owner.getByRole('combobox', { name: 'Period' }).selectOption('Other days')
    await owner.getByRole('textbox', { name: 'Last day' }).fill('Dec 31, 2099')
    await expect(owner.getByText('The last day can’t be later than today.')).toBeVisible()
    await look(owner)
    await owner.getByRole('combobox', { name: 'Period' }).selectOption('Everything')
    await expect(owner.getByRole('table', { name: 'Entries of the statement' })).toBeVisible()
  })

  await test.step('it is saved and emailed as a PDF', async () => {
    const [download] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Statement-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
    await owner.getByRole('button', { name: 'Email Statement' }).click()
    const question = owner.getByRole('alertdialog', { name: 'Email this statement?' })
    await expect(question).toContainText(clientEmail)
    await expect(question).toContainText('is attached as a PDF.')
    await look(owner)
    await question.getByRole('button', { name: 'Send email' }).click()
    await expect(toast(owner, 'Email Sent', `The statement is on its way to ${clientEmail}.`)).toBeVisible()
    const mail = await mailTo(clientEmail, 'Statement from')
    expect(pdfHeadOf(mail)).toBe('%PDF-')
    expect(mail.text).toContain('you owed nothing.')
  })
  await phone.close()

  async function pay(number: string, amount: string): Promise<void> {
    const link = await linkIn(`Invoice ${number} from`)
    await client.goto(link)
    await expect(region(client, 'Files').getByRole('link', { name: plan.name })).toBeVisible()
    await look(client)
    await cardButton(client, amount).click()
    await enterCard(client, cards.pays)
    await expect(heading(client, 'Payment Successful')).toBeVisible()
    await look(client)
    await client.getByRole('link', { name: 'View invoice' }).click()
    await expect(client.getByRole('heading', { name: 'Payment Complete' })).toBeVisible()
    await look(client)
  }
})
