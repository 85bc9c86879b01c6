import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { connectBank } from '../support/e2e/banking.ts'
import { expectAccessible, expectToLookWell, screens, signIn, signUp, test } from '../support/e2e/browser.ts'
import { asDatabaseOwner } from '../support/e2e/database.ts'
import { listExpenses } from '../support/e2e/expenses.ts'
import { postInvoice } from '../support/e2e/invoices.ts'
import { addPayout, businessOf } from '../support/e2e/payouts.ts'
import { setPlan } from '../support/e2e/plan.ts'
import { productUrl } from '../support/e2e/settings.ts'

const [wide, small] = screens

/** An invoice that was paid by card, as far as the ledger knows. */
async function addCardPayment(page: Page, amountMinor: number) {
  const { id, number } = await postInvoice(page.request, { charge: { kind: 'amount', amountMinor } })
  const paid = await page.request.post(`/api/v1/public/invoices/${id}/demo-payment`, {
    headers: { origin: productUrl },
  })
  expect(paid.ok()).toBe(true)
  const providerPaymentId = `pi_${randomUUID()}`
  await asDatabaseOwner(
    `update payments set method = 'card', provider_payment_id = $2 where invoice_id = $1`,
    [id, providerPaymentId],
  )
  return { number, providerPaymentId, amountMinor }
}

/** Makes one transaction of the demo bank the payout, and suggests the match. */
async function suggestPayout(page: Page, payoutId: string, amountMinor: number): Promise<void> {
  // The job that the bank brings about would accept it.
  await page.request.put('/api/v1/matches/settings', {
    headers: { origin: productUrl },
    data: { acceptsCertain: false },
  })
  await connectBank(page, 'chase')
  const businessId = await businessOf(page)
  const [transaction] = await asDatabaseOwner<{ id: string }>(
    `update transactions set description = 'STRIPE PAYOUT', merchant = 'Stripe', amount_minor = $2, is_income = true,
       date = '2026-03-04', status = 'posted'
     where business_id = $1 and id = (select id from transactions where business_id = $1 and status = 'posted' limit 1)
     returning id`,
    [businessId, amountMinor],
  )
  await asDatabaseOwner('delete from transaction_matches where business_id = $1', [businessId])
  await asDatabaseOwner(
    `insert into transaction_matches (business_id, transaction_id, band, kind, targets, target_key, reason, score, merchant_key)
     values ($1, $2, 'suggest', 'payout', $3, 'payout ' || $4::text, 'Same amount as the Stripe payout of Mar 3, 2026.', 0.9, '')`,
    [
      businessId,
      transaction?.id,
      JSON.stringify([{ id: payoutId, amountMinor, ofMinor: amountMinor }]),
      payoutId,
    ],
  )
}

test('a payout is explained as its payments less refunds and fees, and matched with the bank', async ({
  page,
}) => {
  await signIn(page, await signUp(page.request))
  await setPlan(page, 'pro')
  await page.setViewportSize(wide)
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await expectAccessible(page)

  const payments = [await addCardPayment(page, 5000), await addCardPayment(page, 7000)]
  const payoutId = await addPayout(page, { payments })
  await suggestPayout(page, payoutId, 10_800)
  await page.goto('/transactions/review')
  await page.getByRole('link', { name: 'Stripe payout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stripe payout of Mar 3, 2026' })).toBeVisible()

  const calculation = page.getByRole('table', { name: 'How this payout was calculated' })
  await expect(calculation.getByRole('row', { name: 'Payments' })).toHaveText(/2\$120\.00/)
  await expect(calculation.getByRole('row', { name: 'Refunds' })).toHaveText(/1-\$10\.00/)
  await expect(calculation.getByRole('row', { name: 'Fees' })).toHaveText(/-\$2\.00/)
  await expect(calculation.getByRole('row', { name: 'Paid out' })).toHaveText(/\$108\.00/)
  const lines = page.getByRole('table', { name: 'What it contains' })
  await expect(lines.getByRole('row')).toHaveCount(4)
  await expect(lines.getByRole('link', { name: `Invoice ${payments[1]?.number}` })).toBeVisible()
  await expect(page.getByText('Its fees become an expense once it is matched.')).toBeVisible()
  await expectToLookWell(page)

  await page.getByRole('link', { name: 'Review matches' }).click()
  await page.getByRole('button', { name: 'It’s this payout' }).click()
  await expect(page.getByText('Payout Matched')).toBeVisible()
  expect(await listExpenses(page)).toMatchObject([
    { amountMinor: 200, notes: 'Stripe fees of the payout of Mar 3, 2026: 2 payments, 1 refund' },
  ])
  await page.goto(`/payouts/${payoutId}`)
  await expect(page.getByText('Its fees of $2.00 are an expense.')).toBeVisible()
  await expect(page.getByText('Mar 4, 2026 · STRIPE PAYOUT')).toBeVisible()

  // The keyboard alone reaches an invoice from the list.
  await page.goto('/payouts')
  await expect(page.getByText('In your bank')).toBeVisible()
  await page.getByRole('link', { name: 'Stripe payout of Mar 3, 2026' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: `Invoice ${payments[0]?.number}` })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\//)
})

test('on a phone in the dark, the list and a payout fit, and a payout that is gone says so', async ({
  page,
}) => {
  await signIn(page, await signUp(page.request))
  await page.setViewportSize(small)
  await page.emulateMedia({ colorScheme: 'dark' })
  const id = await addPayout(page, { description: 'Workshop' })
  await asDatabaseOwner(
    `insert into payout_accounts (business_id, provider, asked_at, problem) values ($1, 'card', now(), 'forbidden')`,
    [await businessOf(page)],
  )
  await page.goto('/payouts')
  await expect(page.getByText('Your Stripe key has no permission to read payouts.')).toBeVisible()
  await expectToLookWell(page)
  await page.getByRole('link', { name: 'Stripe payout of Mar 3, 2026' }).click()
  await expect(page.getByRole('row', { name: 'Paid out' })).toHaveText(/\$108\.00/)
  await expectToLookWell(page)
  await page.goto(`/payouts/${id.replace(/^.{8}/, '00000000')}`)
  await expect(page.getByRole('heading', { name: 'Payout Not Found' })).toBeVisible()
  await expectAccessible(page)
})
