import { type Page, expect } from '@playwright/test'
import { addDays, dateIn, formatDate } from '../../src/shared/dates.ts'
import {
  expectAccessible,
  expectToLookWell,
  holdRequests,
  mailTo,
  newEmail,
  pdfHeadOf,
  signIn,
  stopClock,
  tabTo,
  test,
  toast,
} from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { cardButton, cards, enterCard, makeOwner } from '../support/e2e/payments.ts'

const today = () => dateIn('UTC', new Date())
const sheet = (page: Page) => page.getByRole('article')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const unknown = { phone: '', address: '', contactName: '' }
const client = () => ({ id: null, name: 'Corner Bakery', email: newEmail(), ...unknown })

async function expectNoPayActions(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
}

test('a client pays by card and gets the receipt', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request, { client: client() })

  await page.goto(invoice.publicUrl)
  await expect(cardButton(page, '$1,250.00')).toHaveAccessibleDescription(
    'This is a test. No real card is charged.',
  )
  await expectToLookWell(page)
  await cardButton(page, '$1,250.00').click()

  await expect(page.getByText('$1,250.00').first()).toBeVisible()
  await enterCard(page, cards.pays)

  await expect(page).toHaveURL(new RegExp(`/payment-success\\?invoice_id=${invoice.id}&session_id=cs_`))
  await expect(heading(page, 'Payment Successful')).toBeVisible()
  await expect(page).toHaveTitle('Payment Successful · Millrace')
  await expect(page.getByText('This was a test payment. No money moved.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  for (const fact of [
    `Invoice${invoice.id.slice(0, 8).toUpperCase()}`,
    'Amount$1,250.00',
    `Date${formatDate(today())}`,
    'Paid toTest Business',
  ]) {
    await expect(page.getByRole('main')).toContainText(fact)
  }
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('button', { name: 'Send Receipt' })).toHaveAccessibleDescription(
    'We’ve emailed a receipt to the address on the invoice. Didn’t get it? Send it again.',
  )
  await expectToLookWell(page)
  const receipt = await mailTo(
    invoice.client.email,
    `Receipt for invoice ${invoice.number} from Test Business`,
  )
  expect(pdfHeadOf(receipt)).toBe('%PDF-')

  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page).toHaveURL(invoice.publicUrl)
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible()
  await expect(page.getByText(`$1,250.00 paid ${formatDate(today())}`)).toBeVisible()
  await expect(sheet(page)).toContainText(
    `Test payment ${formatDate(today())} (card)-$1,250.00Amount due$0.00`,
  )
  await expectNoPayActions(page)
  await expectToLookWell(page)
})

test('a declined card can be followed by one that pays', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  await page.goto(invoice.publicUrl)
  await cardButton(page, '$1,250.00').click()
  await enterCard(page, cards.isDeclined)
  await expect(page.getByRole('alert')).toHaveText(
    'Your card was declined. Nothing was charged. Try another card, or cancel to go back.',
  )

  // A client who leaves without paying learns why, and that the invoice is still open.
  const session = new URL(page.url()).pathname.split('/').at(-1)
  const provider = page.url()
  await page.goto(`/payment-success?invoice_id=${invoice.id}&session_id=${session}`)
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to invoice' }).click()
  await expect(cardButton(page, '$1,250.00')).toBeVisible()

  await cardButton(page, '$1,250.00').click()
  await expect(page).toHaveURL(provider)
  await enterCard(page, cards.pays)
  await expect(heading(page, 'Payment Successful')).toBeVisible()
})

test('who turns back is told once that nothing was charged', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  await page.goto(invoice.publicUrl)
  await cardButton(page, '$1,250.00').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toast(page, 'Payment Canceled', 'Nothing was charged.')).toBeVisible()
  await expect(page).toHaveURL(invoice.publicUrl)
  await expect(cardButton(page, '$1,250.00')).toBeVisible()
  await page.reload()
  await expect(cardButton(page, '$1,250.00')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('Demo Payment is processed once and pays, by keyboard alone', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request, { client: client() })
  await page.goto(invoice.publicUrl)
  const demo = page.getByRole('button', { name: 'Demo Payment', exact: true })
  await expect(demo).toHaveAccessibleDescription(
    'Marks the invoice as paid without moving money. It’s here because this Millrace runs in test mode.',
  )
  const calls: string[] = []
  page.on('request', (sent) => calls.push(sent.url()))
  const answer = await holdRequests(page, '**/demo-payment')
  await tabTo(page, demo)
  await page.keyboard.press('Enter')
  const busy = page.getByRole('button', { name: 'Processing...' })
  await expect(busy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardButton(page, '$1,250.00')).toBeDisabled()
  await answer()
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible()
  expect(calls.filter((url) => url.endsWith('/demo-payment'))).toHaveLength(1)
  await expectNoPayActions(page)
  // The focus moves to what replaced the button.
  await expect(page.locator(':focus')).toContainText('Payment Complete')
  await mailTo(invoice.client.email, `Receipt for invoice ${invoice.number}`)
})

test('two tabs come to the same payment page, and an invoice is paid once', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(invoice.publicUrl)
    await cardButton(tab, '$1,250.00').click()
    await expect(tab).toHaveURL(/\/sandbox\/cards\/checkout\//)
  }
  expect(other.url()).toBe(page.url())
  const late = await page.context().newPage()
  await late.goto(invoice.publicUrl)
  await expect(cardButton(late, '$1,250.00')).toBeVisible()

  await enterCard(page, cards.pays)
  await expect(heading(page, 'Payment Successful')).toBeVisible()
  await cardButton(late, '$1,250.00').click()
  await expect(
    toast(late, 'Already paid', 'This invoice was paid in the meantime. Nothing more was charged.'),
  ).toBeVisible()
  await expect(late.getByRole('heading', { name: 'Payment Complete' })).toBeVisible()
  await expectNoPayActions(late)
})

test('a payment that cannot begin says why, and the button works again', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  await page.goto(invoice.publicUrl)
  const pay = cardButton(page, '$1,250.00')
  const close = page.getByRole('alert').getByRole('button', { name: 'Close' })
  const failed = 'There was a problem processing your payment'
  const lasting = page.getByRole('status').filter({ hasText: 'Nothing was charged. Please try again' })
  for (const [answer, message] of [
    [{ json: { url: null } }, 'No payment URL received'],
    [{ status: 502, json: { code: 'CARD_PROVIDER_FAILED', message: failed } }, failed],
    [{ status: 200, body: 'not an answer' }, failed],
  ] as const) {
    await page.route('**/checkout', (route) => route.fulfill(answer))
    await pay.click()
    await expect(toast(page, 'Payment Error', message)).toBeVisible()
    await expect(pay).toBeEnabled()
    await close.click()
    await expect(lasting).toBeVisible()
    await page.unroute('**/checkout')
  }
  const answered = Promise.withResolvers<void>()
  await page.route('**/checkout', async (route) => {
    await answered.promise
    await route.continue()
  })
  await pay.click()
  await expect(lasting).toHaveCount(0)
  answered.resolve()
  await expect(page).toHaveURL(/\/sandbox\/cards\/checkout\//)
})

test('back from the payment page by the back button, one can pay again', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  await page.goto(invoice.publicUrl)
  await cardButton(page, '$1,250.00').click()
  await expect(page).toHaveURL(/\/sandbox\/cards\/checkout\//)
  await page.goBack()
  await expect(cardButton(page, '$1,250.00')).toBeEnabled()

  // The browser of these tests has no back/forward cache. A response without a page leaves this one as it is.
  await page.route('**/checkout', (route) => route.fulfill({ json: { url: '/nothing' } }))
  await page.route('**/nothing', (route) => route.fulfill({ status: 204 }))
  // The navigation is not abandoned by its timeout either.
  await page.clock.install()
  await stopClock(page)
  await cardButton(page, '$1,250.00').click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(cardButton(page, '$1,250.00')).toBeEnabled()
})

test('paying early takes less and settles the whole', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request, {
    paymentTerms: '2_10_net_30',
    dueDate: addDays(today(), 30),
    charge: { kind: 'amount', amountMinor: 114_500 },
  })
  await page.goto(invoice.publicUrl)
  await cardButton(page, '$1,122.10').click()
  await enterCard(page, cards.pays)
  await expect(page.getByRole('main')).toContainText('Amount$1,122.10')
  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByText(`$1,122.10 paid ${formatDate(today())}`)).toBeVisible()
  await expect(sheet(page)).toContainText(
    `Total$1,145.00Test payment ${formatDate(today())} (card)-$1,122.10Early payment discount-$22.90Amount due$0.00`,
  )
})

test('what was paid in part is said, and only the rest is asked for', async ({ page, request }) => {
  const credentials = await makeOwner(request)
  const invoice = await postInvoice(request, { charge: { kind: 'amount', amountMinor: 10_000 } })
  await signIn(page, credentials)
  const answer = await page.request.post(`/api/v1/invoices/${invoice.id}/payments`, {
    headers: { origin: new URL(invoice.publicUrl).origin },
    data: {
      method: 'cash',
      amountMinor: 4000,
      receivedOn: today(),
      note: '',
      sendReceipt: false,
      requestId: crypto.randomUUID(),
    },
  })
  expect(answer.status()).toBe(200)
  await page.goto(invoice.publicUrl)
  await expect(page.getByText('$40.00 of $100.00 paid', { exact: true })).toBeVisible()
  await expect(sheet(page)).toContainText(
    `Total$100.00Paid ${formatDate(today())} (cash)-$40.00Amount due$60.00`,
  )
  await expect(cardButton(page, '$60.00')).toBeVisible()
})

test('nothing to pay is nothing to press', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request, { charge: { kind: 'amount', amountMinor: 0 } })
  await page.goto(invoice.publicUrl)
  await expect(page.getByText('Nothing to pay').first()).toBeVisible()
  await expectNoPayActions(page)
})

test('a payment that takes days leaves nothing to press either', async ({ page, request }) => {
  await makeOwner(request)
  const invoice = await postInvoice(request)
  const options = { amountMinor: 125_000, card: true, isSandbox: true, demo: true, isProcessing: true }
  await page.route('**/payment-options', (route) => route.fulfill({ json: options }))
  await page.goto(invoice.publicUrl)
  await expect(page.getByRole('status').filter({ hasText: 'A payment is on its way' })).toBeVisible()
  await expectNoPayActions(page)
  await expectAccessible(page)
})
