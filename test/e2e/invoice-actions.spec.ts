import { type Page, expect } from '@playwright/test'
import {
  expectAccessible,
  mailTo,
  newEmail,
  pdfHeadOf,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { addInvoices, makeInvoice, makeOneOfEach } from '../support/e2e/invoices.ts'

const row = (page: Page, client: string) => page.getByRole('row').filter({ hasText: client })

test('Payment Link copies the link, and shows it where the browser does not let it', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, await signUp(request))
  const { id, publicUrl } = await makeInvoice(page)
  await page.goto('/invoices')
  const link = page.getByRole('button', { name: 'Payment Link' })
  await link.click()
  await expect(toast(page, 'Link Copied', 'Payment link copied to clipboard.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(publicUrl)
  expect(new URL(publicUrl).pathname).toBe(`/invoices/${id}/view`)

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await link.click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(publicUrl)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
})

test('Email mails the PDF, and the timeline tells of it', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const email = newEmail()
  const { id, number } = await makeInvoice(page, { email })
  await page.goto('/invoices')
  await expect(row(page, 'Test Client')).toContainText('Not sent')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(toast(page, 'Email Sent', email)).toBeVisible()
  await expect(row(page, 'Test Client').getByText('Sent', { exact: true })).toBeVisible()

  expect(pdfHeadOf(await mailTo(email, number))).toBe('%PDF-')

  await page.goto(`/invoices/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline.first()).toContainText(`Emailed to ${email}`)
  await expect(timeline.last()).toContainText('Created')

  await page.route('**/email', (route) => route.abort())
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(toast(page, 'Email Error', 'can’t be reached')).toBeVisible()
  await page.unroute('**/email')
  await page.route('**/email', (route) => route.fulfill({ status: 200, body: 'no answer' }))
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(toast(page, 'Email Error', 'Failed to send invoice email')).toBeVisible()
})

test('the menu works by keyboard: duplicate, and delete only what is not paid', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { pending, paid } = await makeOneOfEach(page)
  await page.goto('/invoices')
  const menu = (number: string) => page.getByRole('button', { name: `More actions for invoice ${number}` })

  await tabTo(page, menu(paid.number))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeFocused()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('A paid invoice can’t be deleted')).toBeVisible()
  // The reason wraps, so that the menu fits on a phone.
  expect((await page.getByRole('menu').boundingBox())!.width).toBeLessThan(320)
  await expect(page.getByRole('menuitem', { name: 'Print' })).toHaveAttribute(
    'href',
    `/invoices/${paid.id}/view?print=1`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu(paid.number)).toBeFocused()

  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toContain('.pdf')

  const askToDelete = async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await tabTo(page, menu(pending.number))
  await askToDelete()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(pending.number)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu(pending.number)).toBeFocused()
  await askToDelete()
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Invoice Deleted')).toBeVisible()
  await expect(row(page, 'Corner Bakery')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('1 invoice waiting for payment')
  await expect(dialog).toHaveCount(0)

  await tabTo(page, menu(paid.number))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeFocused()
  // One letter: several only count together if they are typed quickly.
  await page.keyboard.press('d')
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Invoice Duplicated')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]{36}\/edit$/)
  expect(page.url()).not.toContain(paid.id)
  await page.goto('/invoices')
  await expect(row(page, 'Ceramics Studio')).toHaveCount(2)
})

test('a duplicate beyond the plan is refused with a way to the plans', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  await addInvoices(page, 10)
  await page.goto('/invoices')
  await page
    .getByRole('button', { name: /More actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10 invoices')
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})
