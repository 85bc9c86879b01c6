import { eq } from 'drizzle-orm'
import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { paidAndBack } from '../../invoices/document/movement-rules.ts'
import { documentOf, getInvoiceWithBusiness } from '../../invoices/public/find-public-invoice.ts'
import { getInvoiceRow, invoiceNotFound } from '../../invoices/queries.ts'
import { askingProvider } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type * as contract from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyCheckout } from './apply-checkout.ts'
import { type Checkout, findCheckoutOfSession, findRunningCheckout } from './checkout-queries.ts'
import { fetchCheckoutSession, isStillDue } from './fetch-checkout-session.ts'

type Confirmation = ResponseOf<typeof contract.confirmPayment>

interface Returned {
  businessId: string
  invoiceId: string
  /** As the address of the return page has it; null when it has none. */
  sessionId: string | null
}

/** What the return page tells: how the visit to the provider's page ended, by the provider's own word. */
export async function confirmPayment(deps: PaymentDeps, returned: Returned): Promise<Confirmation> {
  const { businessId, invoiceId, sessionId } = returned
  if (sessionId === null) return describe(deps, returned, 'This invoice has not been paid yet.')
  const [checkout, invoice] = await withTenant(deps.database, businessId, (tx) =>
    Promise.all([findCheckoutOfSession(tx, { invoiceId, sessionId }), getInvoiceRow(tx, invoiceId)]),
  )
  if (!checkout) throw invoiceNotFound()
  // Once it is written here there is nothing left to ask.
  if (checkout.state === 'complete') return describe(deps, returned, testReason, checkout)
  const { facts, state } = await askingProvider(async () => {
    const account = await openAccount(deps, checkout, 'To confirm a payment')
    const told = await fetchCheckoutSession(
      account,
      { ...checkout, sessionId },
      { isDue: isStillDue(checkout, invoice), now: deps.now() },
    )
    const visit = { businessId, checkoutId: checkout.id, sessionId }
    return { facts: told, state: await applyCheckout(deps, visit, told) }
  })
  const reason = state === 'complete' ? testReason : reasonOf(facts)
  const told = await describe(deps, returned, reason, checkout)
  // Neither paid nor failed as far as is known: nobody is asked to pay again.
  return facts.state === 'unknown' && told.state === 'failed'
    ? { ...told, state: 'pending', reason: null }
    : told
}

/** Reported where a finished checkout has no payment: only a test that was refused has none. */
const testReason = 'This was a test payment: no money moved, and the invoice is still open.'

function reasonOf(facts: CheckoutFacts): string {
  if (facts.state === 'open') return facts.declined ?? 'The payment was not completed.'
  if (facts.state === 'expired') return facts.declined ?? 'The payment page has expired.'
  return ''
}

/** How things stand after that. What another visit or the owner noted counts as well: nobody is asked to pay again. */
async function describe(
  deps: PaymentDeps,
  { businessId, invoiceId }: Returned,
  reason: string,
  checkout?: Checkout,
): Promise<Confirmation> {
  return withTenant(deps.database, businessId, async (tx) => {
    const document = documentOf(deps, await getInvoiceWithBusiness(tx, businessId, invoiceId))
    const receiptSent = await hasReceipt(tx, businessId, invoiceId)
    const { number, company, movements } = document
    const answer = { number, company: company.name, reason: null, receiptSent, isTest: false }
    const payment = checkout && (await findPayment(tx, checkout))
    if (payment) return { ...answer, state: 'confirmed', ...payment }
    if (document.status === 'paid') {
      const received = movements.filter(({ kind }) => kind === 'payment')
      return {
        ...answer,
        state: 'confirmed',
        amountCents: paidAndBack(document).paidCents,
        paidOn: document.paidOn,
        isTest: received.length > 0 && received.every(({ isTest }) => isTest),
      }
    }
    const nothing = { amountCents: null, paidOn: null }
    const running = await findRunningCheckout(tx, invoiceId)
    if (running?.state === 'processing') return { ...answer, ...nothing, state: 'pending' }
    return { ...answer, ...nothing, state: 'failed', reason }
  })
}

/** One that waits for its sender or could not be delivered is none to the client. */
async function hasReceipt({ client }: Transaction, businessId: string, invoiceId: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from mails where business_id = $1 and invoice_id = $2 and kind = 'receipt' and state in ('queued', 'sent')
     limit 1`,
    [businessId, invoiceId],
  )
  return rows.length > 0
}

async function findPayment({ db }: Transaction, { id }: Checkout) {
  const [payment] = await db
    .select({ amountCents: payments.amountCents, paidOn: payments.receivedOn, isTest: payments.isTest })
    .from(payments)
    .where(eq(payments.checkoutId, id))
  return payment
}
