import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  expectAccessible,
  expectToLookWell,
  mailTo,
  newEmail,
  pdfHeadOf,
  stopClock,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { markPaid, postInvoice } from '../support/e2e/invoices.ts'
import { makeOwner } from '../support/e2e/payments.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const id = randomUUID()
const returned = `/payment-success?invoice_id=${id}&session_id=cs_test_1`
const pending = {
  state: 'pending',
  number: id.slice(0, 8).toUpperCase(),
  company: 'Test Business',
  currency: 'USD',
  locale: 'en-US',
  amountMinor: null,
  paidOn: null,
  reason: null,
  receiptSent: true,
  isTest: false,
  together: [],
}
const confirmed = { ...pending, state: 'confirmed', amountMinor: 125_000, paidOn: '2026-11-05' }
const failed = { ...pending, state: 'failed', reason: 'Your card was declined.' }

async function answerWith(page: Page, json: object, status = 200): Promise<void> {
  await page.unroute('**/confirm-payment')
  await page.route('**/confirm-payment', (route) => route.fulfill({ status, json }))
}

async function makePaidInvoice(request: APIRequestContext) {
  await makeOwner(request)
  const client = {
    id: null,
    name: 'Corner Bakery',
    email: newEmail(),
    phone: '',
    address: '',
    contactName: '',
  }
  const invoice = await postInvoice(request, { client })
  await markPaid(invoice.id)
  return invoice
}

test('every answer is accessible and fits, and one that failed leads back to the invoice', async ({
  page,
}) => {
  for (const [answer, title] of [
    [confirmed, 'Payment Successful'],
    [pending, 'Your payment is on its way'],
    [failed, 'Payment not completed'],
  ] as const) {
    await answerWith(page, { ...answer, company: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) })
    await page.goto(returned)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Millrace`)
    await expectToLookWell(page)
  }
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Receipt' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to invoice' })).toHaveAttribute(
    'href',
    `/invoices/${id}/view`,
  )
})

test('several invoices that were paid together are listed with their amounts and the sum', async ({
  page,
}) => {
  const together = [
    { id, number: 'INV-2026-0001', amountMinor: 25_000 },
    { id: randomUUID(), number: 'INV-2026-0002', amountMinor: 40_000 },
    { id: null, number: 'INV-2026-0003', amountMinor: 60_000 },
  ]
  await answerWith(page, { ...confirmed, together })
  await page.goto(returned)
  await expect(heading(page, 'Payment Successful')).toBeVisible()
  const facts = page.locator('dl > div')
  await expect(facts).toHaveText([
    'Invoice INV-2026-0001$250.00',
    'Invoice INV-2026-0002$400.00',
    'Invoice INV-2026-0003$600.00',
    'Total$1,250.00',
    'DateNov 5, 2026',
    'Paid toTest Business',
  ])
  await expect(page.getByText('We’ve emailed one receipt for all of them')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoice INV-2026-0002' })).toHaveAttribute(
    'href',
    `/invoices/${together[1]?.id}/view`,
  )
  await expect(page.getByRole('link', { name: 'Invoice INV-2026-0003' })).toHaveCount(0)
  await expectToLookWell(page)
})

test('says that it is confirming, and reads out what comes of it', async ({ page }) => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/confirm-payment', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ sessionId: 'cs_test_1' })
    await asked
    await route.fulfill({ json: confirmed })
  })
  await page.goto(returned)
  const said = page.getByRole('main').getByRole('status')
  await expect(said).toContainText('Confirming your payment...')
  await expectAccessible(page)
  answer()
  await expect(said).toContainText('Payment Successful')
  await expect(page.getByRole('main')).toContainText('Amount$1,250.00DateNov 5, 2026Paid toTest Business')
})

test('a payment that is on its way is looked for again, by itself and by hand', async ({ page }) => {
  let asked = 0
  await page.route('**/confirm-payment', (route) => {
    asked += 1
    return route.fulfill({ json: pending })
  })
  await page.clock.install()
  await page.goto(returned)
  await expect(heading(page, 'Your payment is on its way')).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(1)

  // From now on only the test moves the clock.
  await stopClock(page)
  await answerWith(page, confirmed)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(async () => {
    await page.clock.runFor(10)
    expect(await heading(page, 'Payment Successful').isVisible()).toBe(true)
  }).toPass()
  // The button that had the focus no longer exists.
  await expect(heading(page, 'Payment Successful')).toBeFocused()
})

test('what is unknown, malformed, missing in the address or of another invoice is not found', async ({
  page,
  request,
}) => {
  const invoice = await makePaidInvoice(request)
  for (const search of [
    `?invoice_id=${randomUUID()}&session_id=cs_test_1`,
    `?invoice_id=${invoice.id}&session_id=cs_test_1`,
    '?invoice_id=1',
    '',
  ]) {
    await page.goto(`/payment-success${search}`)
    await expect(heading(page, 'Invoice not found or could not be loaded')).toBeVisible()
    await expect(page.getByText('This invoice could not be found.')).toBeVisible()
    await expect(page).toHaveTitle('Invoice not found')
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  }
  await expectAccessible(page)
})

test('a server that was away can be asked again', async ({ page }) => {
  await answerWith(page, { code: 'INTERNAL', message: 'Something went wrong.' }, 500)
  await page.goto(returned)
  await expect(heading(page, 'Your payment could not be confirmed yet')).toBeVisible()
  await expectAccessible(page)
  await answerWith(page, confirmed)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Payment Successful')).toBeVisible()
})

test('Send Receipt mails it with the PDF, three times an hour', async ({ page, request }) => {
  const invoice = await makePaidInvoice(request)
  await page.goto(`/payment-success?invoice_id=${invoice.id}`)
  const send = page.getByRole('button', { name: 'Send Receipt', exact: true })
  // It was recorded manually, without a receipt.
  await expect(send).toHaveAccessibleDescription(
    'The receipt will be sent to the email address on the invoice.',
  )
  for (let sent = 0; sent < 3; sent++) {
    await send.click()
    await expect(toast(page, 'Receipt sent successfully!')).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  }
  await send.click()
  await expect(toast(page, 'Failed to send receipt', 'Too many attempts. Please try again in')).toBeVisible()
  const receipt = await mailTo(invoice.client.email, `Receipt for invoice ${invoice.number}`)
  expect(pdfHeadOf(receipt)).toBe('%PDF-')

  // A mail that waits for its sender does not count as sent.
  await page.route('**/receipt', (route) => route.fulfill({ json: { state: 'held' } }))
  await send.click()
  await expect(toast(page, 'Receipt Waiting')).toBeVisible()
})
