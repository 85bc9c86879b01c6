import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { dateIn, formatDate } from '../../src/shared/dates.ts'
import { demoPaypalAccount } from '../../src/shared/demo-paypal-account.ts'
import { expectToLookWell, mailTo, newEmail, signIn, test, toast } from '../support/e2e/browser.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { cardButton, makeOwner } from '../support/e2e/payments.ts'
import { productUrl } from '../support/e2e/settings.ts'

const today = () => formatDate(dateIn('UTC', new Date()))
const paypalButton = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const unknown = { phone: '', address: '', contactName: '' }

/** Saves the keys of the PayPal sandbox. */
async function connectPaypal(request: APIRequestContext) {
  const answer = await request.put('/api/v1/integrations/paypal', {
    headers: { origin: productUrl },
    data: { ...demoPaypalAccount, mode: 'demo' },
  })
  expect(answer.status()).toBe(200)
}

/** From the invoice to the sandbox's page. */
async function goToPaypal(page: Page): Promise<void> {
  await paypalButton(page).click()
  await expect(page).toHaveURL(/\/sandbox\/paypal\/checkoutnow\?token=[0-9A-Z]{17}$/)
  await expect(
    page.getByText('This isn’t PayPal. You don’t need an account, and no money moves.'),
  ).toBeVisible()
}

async function choose(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: way }).click()
}

test('a client pays with PayPal, and the owner gives it back', async ({ page, request }) => {
  const owner = await makeOwner(request)
  await connectPaypal(request)
  const client = { id: null, name: 'Corner Bakery', email: newEmail(), ...unknown }
  const invoice = await postInvoice(request, { client })

  await page.goto(invoice.publicUrl)
  await expect(cardButton(page, '$1,250.00')).toBeVisible()
  await expect(paypalButton(page)).toHaveAccessibleDescription('This is a test. No real money moves.')
  await expectToLookWell(page)
  await goToPaypal(page)
  await expect(heading(page, `Invoice ${invoice.number} from Test Business`)).toBeVisible()
  await expect(page.getByText('$1,250.00')).toBeVisible()
  await expectToLookWell(page)
  await choose(page, 'Pay with the demo balance')

  await expect(page).toHaveURL(new RegExp(`/payment-success\\?invoice_id=${invoice.id}&token=`))
  await expect(heading(page, 'Payment Successful')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Amount$1,250.00')
  const receipt = await mailTo(client.email, `Receipt for invoice ${invoice.number} from Test Business`)
  expect(receipt.text).toContain('PayPal')
  // The previous page does not take a second payment.
  await page.goBack()
  await expect(heading(page, 'Already paid')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByRole('article')).toContainText(
    `Test payment ${today()} (PayPal)-$1,250.00Amount due$0.00`,
  )
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)

  await signIn(page, owner)
  await page.goto(`/invoices/${invoice.id}`)
  const panel = page.getByRole('region', { name: 'Payments' })
  await expect(panel.getByRole('listitem').first()).toContainText(
    'PayPalTest payment: no money moved$1,250.00',
  )
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund a PayPal payment' })
  await expect(dialog).toContainText('This was a test payment, so no money moves.')
  await dialog.getByLabel('Amount').fill('50.29')
  await dialog.getByRole('radio', { name: 'Yes, it needs to be paid again' }).check()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(
    toast(page, 'Refund Sent', '$50.29 of a test payment was refunded. No money moved.'),
  ).toBeVisible()
  await expect(panel).toContainText(`Refunded ${today()}-$50.29`)

  // What is owed again can be paid again, with another checkout.
  await page.goto(invoice.publicUrl)
  await expect(cardButton(page, '$50.29')).toBeVisible()
  await goToPaypal(page)
  await expect(page.getByText('$50.29')).toBeVisible()
})

test('a card that PayPal refuses, a change of mind, a failure, and money that takes its time', async ({
  page,
  request,
}) => {
  const owner = await makeOwner(request)
  // A business without PayPal does not offer it.
  await page.goto((await postInvoice(request)).publicUrl)
  await expect(cardButton(page, '$1,250.00')).toBeVisible()
  await expect(paypalButton(page)).toHaveCount(0)

  await connectPaypal(request)
  const invoice = await postInvoice(request, { charge: { kind: 'amount', amountMinor: 30 } })
  await page.goto(invoice.publicUrl)
  // Too little for a card.
  await expect(paypalButton(page)).toBeVisible()
  await expect(cardButton(page, '$0.30')).toHaveCount(0)
  await goToPaypal(page)
  const provider = page.url()
  await choose(page, 'Pay with a card that is declined')
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await expect(page.getByText('PayPal couldn’t charge the payment method you chose.')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()

  await page.getByRole('link', { name: 'Back to invoice' }).click()
  await goToPaypal(page)
  await expect(page).toHaveURL(provider)
  await expect(page.getByRole('alert')).toHaveText(
    'That card was declined. Nothing was charged. Choose another way to pay.',
  )
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(toast(page, 'Payment Canceled', 'Nothing was charged.')).toBeVisible()
  await expect(page).toHaveURL(invoice.publicUrl)

  await page.route('**/checkout', (route) => route.fulfill({ json: { url: null } }))
  await paypalButton(page).click()
  await expect(toast(page, 'Payment Error', 'No payment URL received')).toBeVisible()
  await page.unroute('**/checkout')

  await goToPaypal(page)
  await page.getByText('If something is wrong with the business’s account').click()
  await expectToLookWell(page)
  await choose(page, 'Pay above the business’s limit')
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await expect(page.getByText('Please pay another way.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to invoice' }).click()

  await goToPaypal(page)
  await choose(page, 'Pay by bank')
  await expect(heading(page, 'Your payment is on its way')).toBeVisible()
  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'A payment is on its way' })).toBeVisible()
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
  // The owner does not have to refresh.
  await signIn(page, owner)
  await page.goto(`/invoices/${invoice.id}`)
  await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText(
    'Your client has paid. The payment is being confirmed',
  )
})
