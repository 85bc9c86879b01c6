import { type Page, expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  mailTo,
  newEmail,
  pdfHeadOf,
  signIn,
  signUp,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { field } from '../support/e2e/invoice-form.ts'
import { makeInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const today = () => dateIn('UTC', new Date())
const overview = (page: Page) => page.getByRole('region', { name: 'Overview' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const edit = (page: Page) => page.getByRole('link', { name: 'Edit', exact: true })

async function makeSent(page: Page, { dueInDays = 12, minor = 100_000 } = {}) {
  const email = newEmail()
  const invoice = await makeInvoice(page, { email, dueInDays, minor, sendOption: 'email_now' })
  await mailTo(email, invoice.number)
  return { ...invoice, email }
}

test('a sent invoice opens with what matters, and its form once it is edited', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id, number, email } = await makeSent(page)
  await page.goto(`/invoices/${id}`)
  await expect(overview(page)).toContainText('Balance due$1,000.00')
  await expect(overview(page)).toContainText(`Due in 12 days${formatDate(addDays(today(), 12))}`)
  await expect(overview(page)).toContainText('Next reminderNone planned')
  await expect(overview(page)).toContainText(`Emailed on ${formatDate(today())}`)
  await expect(overview(page)).toContainText(`To ${email}. Not viewed yet.`)
  await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('Test Client')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Emailed to ${email}`)
  await expect(page.getByRole('form')).toHaveCount(0)
  await expectToLookWell(page)

  await edit(page).click()
  await expect(page).toHaveURL(`/invoices/${id}/edit`)
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`Invoice ${number} · Millrace`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/invoices/${id}`)
  await expect(overview(page)).toBeVisible()
  await expect(heading(page)).toBeFocused()

  await edit(page).click()
  await field(page, 'Purchase Order').fill('PO-9')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep Editing' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  await expect(page).toHaveURL(`/invoices/${id}`)
  await expect(page.getByRole('article', { name: `Invoice ${number}` })).toContainText('PO-9')
})

test('an unsent invoice opens with its form, which Email leaves alone and saving folds', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { id } = await makeInvoice(page, { email: newEmail() })
  await page.goto(`/invoices/${id}`)
  await field(page, 'Purchase Order').fill('PO-9')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(toast(page, 'Email Sent')).toBeVisible()
  await expect(page.getByText(/^Emailed on /)).toBeVisible()
  await expect(field(page, 'Purchase Order')).toHaveValue('PO-9')
  // What was typed is not hidden behind Edit.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Unsaved changes were restored')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(overview(page)).toBeInViewport()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('article')).toContainText('PO-9')
})

test('an overdue invoice that is paid in part says so, and each payment has a receipt', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { id, number, email } = await makeSent(page, { dueInDays: -13 })
  const answer = await page.request.post(`/api/v1/invoices/${id}/payments`, {
    headers: { origin: productUrl },
    data: {
      method: 'transfer',
      amountMinor: 40_000,
      receivedOn: today(),
      note: '',
      sendReceipt: false,
      requestId: crypto.randomUUID(),
    },
  })
  expect(answer.status()).toBe(200)
  await page.goto(`/invoices/${id}`)
  await expect(page.getByText('Part paid', { exact: true })).toBeVisible()
  await expect(overview(page)).toContainText('Balance due$600.00of $1,000.00')
  await expect(overview(page)).toContainText('13 days overdue')
  await expectToLookWell(page)

  const payment = page.getByRole('region', { name: 'Payments' }).getByRole('listitem').first()
  const downloading = page.waitForEvent('download')
  await payment.getByRole('link', { name: 'Receipt PDF' }).click()
  expect((await downloading).suggestedFilename()).toBe(`Receipt-${number}-${today()}.pdf`)
  await payment.getByRole('button', { name: 'Email receipt' }).click()
  await expect(toast(page, 'Receipt Sent', email)).toBeVisible()
  const mail = await mailTo(email, `Receipt for $400.00 paid on invoice ${number}`)
  expect(mail.text).toContain('leaving $600.00 to pay.')
  expect(pdfHeadOf(mail)).toBe('%PDF-')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Receipt emailed to ${email}`)
  await expectAccessible(page)
})
