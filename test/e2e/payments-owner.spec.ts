import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Invoice } from '../../src/features/invoices/contract.ts'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  mailTo,
  newEmail,
  pdfHeadOf,
  signIn,
  signUp,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { makeInvoice, postInvoice } from '../support/e2e/invoices.ts'
import { productUrl } from '../support/e2e/settings.ts'

const today = () => dateIn('UTC', new Date())
const row = (page: Page, client: string) => page.getByRole('row').filter({ hasText: client })
const panel = (page: Page) => page.getByRole('region', { name: 'Payments' })
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')
const sum = (page: Page, label: string) =>
  panel(page)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })

/** At the top of the invoice's page. */
const markPaid = (page: Page) => page.getByRole('button', { name: 'Mark as paid' }).first()

/** Pays like a client, on the card provider's page. */
async function payByCard(page: Page, { id }: Invoice, card = '4242 4242 4242 4242') {
  const answer = await page.request.post(`/api/v1/public/invoices/${id}/checkout`, {
    headers: { origin: productUrl },
    data: { method: 'card' },
  })
  expect(answer.status()).toBe(200)
  const { url } = await answer.json()
  await page.goto(url)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiration date').fill('12 / 39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Payment Successful')).toBeVisible()
}

test('a payment by hand settles the invoice, and the receipt goes to the client', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const email = newEmail()
  const { id, number } = await makeInvoice(page, { email, minor: 10_000 })
  await page.goto(`/invoices/${id}`)
  await expect(panel(page)).toContainText('Nothing received yet')
  await markPaid(page).click()
  await expect(dialog(page)).toContainText(`Invoice ${number}, Test Client`)
  const amount = dialog(page).getByLabel('Amount')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('100.00')
  await expect(dialog(page).getByRole('status')).toHaveText('This settles the invoice.')
  const receipt = dialog(page).getByRole('checkbox', { name: `Email a receipt to ${email}` })
  // The invoice is not sent by the product, so neither is its receipt unless requested.
  await expect(receipt).not.toBeChecked()
  await receipt.check()
  await expectAccessible(page)
  await dialog(page).getByRole('radio', { name: 'Check' }).check()
  await dialog(page).getByLabel('Note').fill('Number 4711')
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()

  await expect(toast(page, 'Payment Recorded', `Invoice ${number} is paid.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const entry = panel(page).getByRole('listitem').first()
  await expect(entry).toContainText('Check')
  await expect(entry).toContainText('$100.00')
  await expect(entry).toContainText(formatDate(today()))
  await expect(entry).toContainText('Number 4711')
  await expect(sum(page, 'Balance due')).toContainText('$0.00')
  await expect(timeline(page).filter({ hasText: 'Paid $100.00' })).toBeVisible()
  await expect(timeline(page).filter({ hasText: `Receipt emailed to ${email}` })).toBeVisible()
  expect(pdfHeadOf(await mailTo(email, number))).toBe('%PDF-')
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await expectAccessible(page)
})

test('parts are paid one after the other, the list shows what is open, and it is not deleted', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const { id, number } = await makeInvoice(page, { minor: 10_000 })
  await page.goto('/invoices')
  const menu = page.getByRole('button', { name: `More actions for invoice ${number}` })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Mark as paid')
  const amount = dialog(page).getByLabel('Amount')
  const save = dialog(page).getByRole('button', { name: 'Record payment' })
  const date = dialog(page).getByLabel('Date', { exact: true })
  await amount.fill('100.01')
  await date.fill(formatDate(addDays(today(), 1)))
  await save.click()
  await expect(dialog(page)).toContainText('This is more than the balance due of $100.00.')
  await expect(dialog(page)).toContainText('This date is in the future.')
  await expect(amount).toBeFocused()
  await expectAccessible(page)
  await date.fill(formatDate(today()))
  await amount.fill('40')
  await expect(dialog(page).getByRole('status')).toHaveText('$60.00 will remain due.')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment Recorded', `$60.00 is still due on invoice ${number}.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(row(page, 'Test Client')).toContainText('$100.00')
  await expect(row(page, 'Test Client')).toContainText('$60.00 due')
  await expect(row(page, 'Test Client').getByText('Part paid', { exact: true })).toBeVisible()
  const sums = page.getByRole('region', { name: 'Summary' })
  await expect(sums).toContainText('$60.00')
  await expect(sums).toContainText('$40.00')
  await expectAccessible(page)

  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expect(
    page.getByText('An invoice with payments can’t be deleted because it’s part of your records.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  // A partial payment does not prevent changes to the rest.
  await page.goto(`/invoices/${id}`)
  await expect(page.getByText('Balance due $60.00 of $100.00')).toBeVisible()
  await page.getByLabel('Purchase Order').fill('PO 7')
  await page.getByLabel('Amount').fill('39.99')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('form')).toContainText('$40.00 has already been received')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.getByLabel('Amount').fill('100')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invoice Saved')).toBeVisible()
  await page.goto('/invoices')
  await choose('Mark as paid')
  await expect(amount).toHaveValue('60.00')
  await save.click()
  await expect(toast(page, 'Payment Recorded', `Invoice ${number} is paid.`)).toBeVisible()
  await expect(row(page, 'Test Client').getByText('Paid', { exact: true })).toBeVisible()
  await expect(sums).toContainText('1 invoice paid in full')
  await page.goto(`/invoices/${id}`)
  await expect(timeline(page).filter({ hasText: 'Paid in full with $60.00' })).toBeVisible()
})

test('undo brings the form back and keeps the payment in sight', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id } = await makeInvoice(page, { minor: 10_000 })
  await page.goto(`/invoices/${id}`)
  await markPaid(page).click()
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  const undo = panel(page).getByRole('button', { name: 'Undo' })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Undo the payment of $100.00?' })
  await expect(question).toContainText('$100.00 will be due. If a receipt was sent, let your client know.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Undo payment' }).click()
  await expect(toast(page, 'Payment Undone', '$100.00 is due again.')).toBeVisible()
  await expect(page.getByRole('form', { name: /^Invoice/ })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(panel(page).getByRole('listitem')).toContainText(`Undone ${formatDate(today())}`)
  await expect(undo).toHaveCount(0)
  await expect(sum(page, 'Balance due')).toContainText('$100.00')
  await expect(timeline(page).first()).toContainText('A payment of $100.00 was undone')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More actions for invoice' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = page.getByRole('alertdialog', { name: /^Delete invoice/ })
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(deletion.getByRole('alert')).toContainText('has payments in its history')
  await expect(deletion.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expectAccessible(page)
  await deletion.getByText('Close', { exact: true }).click()
  await expect(deletion).toHaveCount(0)
})

test('a card payment is refunded, in part and then whole', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const invoice = await makeInvoice(page, { minor: 10_000 })
  await payByCard(page, invoice)
  await page.goto(`/invoices/${invoice.id}`)
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  const entry = panel(page).getByRole('listitem').first()
  await expect(entry).toContainText('Card')
  await expect(panel(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const refund = panel(page).getByRole('button', { name: 'Refund' })
  await refund.click()
  const amount = dialog(page).getByLabel('Amount')
  const send = dialog(page).getByRole('button', { name: 'Refund' })
  await expect(amount).toHaveValue('100.00')
  await amount.fill('100.01')
  await send.click()
  await expect(dialog(page)).toContainText('At most $100.00 can be refunded.')
  await amount.fill('20')
  // By default, it is not owed again.
  await expect(
    dialog(page).getByRole('radiogroup', { name: 'Does the client still owe this?' }),
  ).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: 'No, it’s no longer owed' })).toBeChecked()
  await expect(dialog(page).getByRole('status')).toHaveText('The invoice stays paid.')
  await dialog(page).getByRole('radio', { name: 'Yes, it needs to be paid again' }).check()
  await expect(dialog(page).getByRole('status')).toHaveText(
    'Your client will owe $20.00 again, and the payment link will ask for it.',
  )
  await expectAccessible(page)

  // An unreachable provider is reported beside the amount, which is kept.
  await page.route('**/refund', (route) => route.abort())
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('The refund didn’t go through')
  await expect(amount).toHaveValue('20.00')
  await expectAccessible(page)
  await page.unroute('**/refund')
  await send.click()
  await expect(toast(page, 'Refund Sent', '$20.00')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(entry).toContainText('-$20.00')
  await expect(sum(page, 'Received')).toContainText('$80.00')
  await expect(sum(page, 'Balance due')).toContainText('$20.00')
  await expect(timeline(page).filter({ hasText: '$20.00 refunded' })).toBeVisible()

  await refund.click()
  await expect(amount).toHaveValue('80.00')
  await send.click()
  await expect(entry).toContainText('-$80.00')
  await expect(refund).toHaveCount(0)
  await expect(sum(page, 'Balance due')).toContainText('$20.00')
  await expect(sum(page, 'No longer owed')).toContainText('$80.00')
  await panel(page).getByRole('button', { name: 'Mark as no longer owed' }).click()
  await expect(toast(page, 'No Longer Owed')).toBeVisible()
  await expect(page.getByText('This invoice is settled')).toBeVisible()
  await expectAccessible(page)
})

test('a disputed payment shows where the owner and the client look, and is won with evidence', async ({
  page,
  request,
}) => {
  await signIn(page, await signUp(request))
  const invoice = await makeInvoice(page, { minor: 10_000 })
  await payByCard(page, invoice, '4000 0000 0000 0259')
  await page.goto(`/invoices/${invoice.id}`)
  await expect(panel(page).getByText('Disputed', { exact: true })).toBeVisible()
  await expect(panel(page)).toContainText('The cardholder says that they didn’t make this payment.')
  await expect(panel(page)).toContainText('Send evidence by ')
  await expect(panel(page).getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await expect(sum(page, 'Balance due')).toContainText('$100.00')
  await expect(page.getByRole('main').getByText('Disputed', { exact: true })).toHaveCount(2)
  await expectToLookWell(page)

  await page.goto(`/invoices/${invoice.id}/view`)
  await expect(page.getByText('A payment is disputed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'I have already paid' })).toHaveCount(0)
  await expectToLookWell(page)

  await page.goto('/dashboard')
  await expect(page.getByText('Disputed payment: send evidence by ')).toBeVisible()
  await expectToLookWell(page)
  const tab = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Evidence for invoice/ }).press('Enter')
  const provider = await tab
  await expect(provider.getByRole('heading', { name: 'Disputed payment of $100.00' })).toBeVisible()
  await expectToLookWell(provider)
  await provider.getByRole('button', { name: 'Send evidence' }).click()
  await expect(provider.getByText('The bank decided in your favor.')).toBeVisible()
  await provider.close()

  await page.goto(`/invoices/${invoice.id}`)
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  await expect(panel(page)).toContainText('Dispute won')
  await expect(timeline(page).filter({ hasText: 'Dispute won: $100.00 was returned to you' })).toBeVisible()
})

test('paying early settles for less, and nothing is settled with nothing', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const early = await postInvoice(page.request, {
    paymentTerms: '2_10_net_30',
    charge: { kind: 'amount', amountMinor: 10_000 },
  })
  await page.goto(`/invoices/${early.id}`)
  await markPaid(page).click()
  const until = formatDate(addDays(today(), 10))
  await expect(dialog(page)).toContainText(`$98.00 settles it if paid by ${until}.`)
  await dialog(page).getByLabel('Amount').fill('98')
  await expect(dialog(page).getByRole('status')).toContainText('$2.00 off for paying early')
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  await expect(sum(page, 'Early payment discount')).toContainText('$2.00')

  const free = await makeInvoice(page, { minor: 0 })
  await page.goto(`/invoices/${free.id}`)
  await expect(panel(page)).toContainText('Nothing to pay')
  await markPaid(page).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('0.00')
  await expect(dialog(page).getByLabel('Amount')).not.toBeEditable()
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('This invoice is paid')).toBeVisible()
})

test('for everybody, and nothing sticks out', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const { id } = await makeInvoice(page, { minor: 99_999_999_999 })
  await page.goto(`/invoices/${id}`)
  await expect(panel(page)).toContainText('Nothing received yet')
  await expectToLookWell(page)
  await markPaid(page).click()
  await dialog(page).getByLabel('Note').fill('Thequickbrownfox'.repeat(20))
  await expectToLookWell(page)
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('This invoice is paid')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expectToLookWell(page)
})

test('a payment names the invoices that the client paid together with it', async ({ page, request }) => {
  await signIn(page, await signUp(request))
  const paid = []
  for (const minor of [10_000, 20_000, 30_000]) {
    const invoice = await makeInvoice(page, { email: newEmail(), minor })
    await page.request.post(`/api/v1/public/invoices/${invoice.id}/demo-payment`, {
      headers: { origin: productUrl },
    })
    paid.push(invoice)
  }
  await asDatabaseOwner(
    `update payments set method = 'card', provider_payment_id = $2, checkout_id = gen_random_uuid() where invoice_id = any($1)`,
    [paid.map(({ id }) => id), `pi_${randomUUID()}`],
  )
  const [first, second, third] = paid
  const others = [second?.number ?? '', third?.number ?? ''].toSorted()
  await page.goto(`/invoices/${first?.id}`)
  await expect(panel(page)).toContainText(`Paid together with invoices ${others.join(' and ')}`)
  await expectToLookWell(page)
  await panel(page)
    .getByRole('link', { name: third?.number ?? '' })
    .click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${third?.id}$`))
  await expect(panel(page)).toContainText('$300.00')
})
