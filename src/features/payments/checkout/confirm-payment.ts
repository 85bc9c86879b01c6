import { inArray } from 'drizzle-orm'
import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { pick } from '../../../shared/pick.ts'
import { paidAndReturned, paymentsOf } from '../../invoices/document/movement-rules.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import {
  type InvoiceKey,
  getInvoiceRow,
  getInvoiceWithBusiness,
  invoiceNotFound,
} from '../../invoices/queries.ts'
import { askingProvider } from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import type * as contract from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { listPayableFacts } from './amount-to-pay.ts'
import { applyCheckout } from './apply-checkout.ts'
import { type CheckoutPage, findPageOfSession, findRunningCheckout } from './checkout-queries.ts'
import { fetchCheckoutSession, isPageStillDue } from './checkout-session.ts'

type Confirmation = ResponseOf<typeof contract.confirmPayment>

interface ReturnedClient extends InvoiceKey {
  /** From the URL of the return page; null when the URL has none. */
  sessionId: string | null
}

/** Returns how a checkout session ended, as reported by the provider, for the return page. */
export async function confirmPayment(deps: PaymentDeps, client: ReturnedClient): Promise<Confirmation> {
  const { businessId, invoiceId, sessionId } = client
  if (sessionId === null) return describe(deps, client, 'This invoice has not been paid yet.')
  const { page, invoices } = await withTenant(deps.database, businessId, async (tx) => {
    const found = await findPageOfSession(tx, { invoiceId, sessionId })
    // The link of a deleted invoice leads nowhere.
    await getInvoiceRow(tx, invoiceId)
    return { page: found, invoices: found ? await listPayableFacts(tx, found) : [] }
  })
  if (!page) throw invoiceNotFound()
  const { pageId } = page
  // A completed checkout needs no further request to the provider.
  if (page.state === 'complete') return describe(deps, client, testReason, page)
  const { facts, state } = await askingProvider(async () => {
    const account = await openAccount(deps, page, 'To confirm a payment')
    const reported = await fetchCheckoutSession(
      account,
      { ...page, sessionId },
      { isDue: isPageStillDue(page, invoices), now: deps.now() },
    )
    return { facts: reported, state: await applyCheckout(deps, { businessId, pageId, sessionId }, reported) }
  })
  const reason = state === 'complete' ? testReason : reasonOf(facts)
  const answer = await describe(deps, client, reason, page)
  // It is unknown whether this was paid, so the client is not asked to pay again.
  return facts.state === 'unknown' && answer.state === 'failed'
    ? { ...answer, state: 'pending', reason: null }
    : answer
}

/** The reason for a completed checkout without a payment, which only a refused test payment is. */
const testReason = 'This was a test payment. No money moved, and the invoice is still unpaid.'

function reasonOf(facts: CheckoutFacts): string {
  if (facts.state === 'open') return facts.declined ?? 'The payment was not completed.'
  if (facts.state === 'expired') return facts.declined ?? 'The payment page has expired.'
  return ''
}

/** Other payments of the invoice count too, so that the client is not asked to pay twice. */
async function describe(
  deps: PaymentDeps,
  { businessId, invoiceId }: ReturnedClient,
  reason: string,
  page?: CheckoutPage,
): Promise<Confirmation> {
  return withTenant(deps.database, businessId, async (tx) => {
    const document = toDocument(deps, await getInvoiceWithBusiness(tx, businessId, invoiceId))
    const together = page?.checkouts.map((checkout) => checkout.invoiceId) ?? [invoiceId]
    const receiptSent = await hasReceipt(tx, businessId, together)
    const { number, company, currency, locale } = document
    const shown = { number, company: company.name, currency, locale }
    const answer = { ...shown, reason: null, receiptSent, isTest: false, together: [] }
    const payment = page && (await findPayment(tx, page))
    if (payment) return { ...answer, state: 'confirmed', ...payment }
    if (document.status === 'paid') {
      const received = paymentsOf(document)
      return {
        ...answer,
        state: 'confirmed',
        amountMinor: paidAndReturned(document).paidMinor,
        paidOn: document.paidOn,
        isTest: received.length > 0 && received.every(({ isTest }) => isTest),
      }
    }
    const nothing = { amountMinor: null, paidOn: null }
    const running = await findRunningCheckout(tx, invoiceId)
    if (running?.state === 'processing') return { ...answer, ...nothing, state: 'pending' }
    return { ...answer, ...nothing, state: 'failed', reason }
  })
}

/** Whether a receipt is on its way. One that is held back or could not be delivered does not count. */
async function hasReceipt(
  { client }: Transaction,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query(
    `select from mails where business_id = $1 and invoice_id = any($2) and kind = 'receipt' and state in ('queued', 'sent')
     limit 1`,
    [businessId, invoiceIds],
  )
  return rows.length > 0
}

/** What was paid on a page: in all and, with several invoices, on each. */
async function findPayment({ db }: Transaction, { checkouts }: CheckoutPage) {
  const rows = await db
    .select({
      checkoutId: payments.checkoutId,
      // Null once the invoice is deleted.
      id: payments.invoiceId,
      number: payments.invoiceNumber,
      currency: payments.currency,
      amountMinor: payments.amountMinor,
      paidOn: payments.receivedOn,
      isTest: payments.isTest,
    })
    .from(payments)
    .where(
      inArray(
        payments.checkoutId,
        checkouts.map(({ id }) => id),
      ),
    )
  const [first] = rows
  if (!first) return undefined
  const inOrder = checkouts.flatMap(({ id }) => rows.filter(({ checkoutId }) => checkoutId === id))
  return {
    ...pick(first, ['currency', 'paidOn', 'isTest']),
    amountMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    together: rows.length > 1 ? inOrder.map((row) => pick(row, ['id', 'number', 'amountMinor'])) : [],
  }
}
