import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { confirmPayment, receiveStripeEvent, startCheckout } from '../../../src/features/payments/contract.ts'
import { invoiceEvents, invoices } from '../../../src/platform/db/tables/invoices.ts'
import { mails } from '../../../src/platform/db/tables/mail.ts'
import { checkouts, disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

/** As somebody from another place each time. */
function elsewhere() {
  return { headers: { 'x-forwarded-for': randomUUID() } }
}

export function start(app: TestApp, invoiceId: string, method: 'card' | 'paypal' = 'card') {
  return app.send(startCheckout, { params: { id: invoiceId }, body: { method } }, elsewhere())
}

/** Opens the provider's page for an invoice, as its client. */
export async function openPage(
  app: TestApp,
  businessId: string,
  invoiceId: string,
  method: 'card' | 'paypal' = 'card',
) {
  const response = await start(app, invoiceId, method)
  const { url } = await answerOf(startCheckout, response)
  const { checkouts: visits } = await readBooks(app, businessId, invoiceId)
  const checkout = visits.find((visit) => visit.url === url)
  if (!checkout?.sessionId || url === null) throw new Error('the visit has no session')
  return { url, sessionId: checkout.sessionId, checkoutId: checkout.id }
}

export function confirm(app: TestApp, invoiceId: string, sessionId: string | null) {
  return app.send(confirmPayment, { params: { id: invoiceId }, body: { sessionId } }, elsewhere())
}

/** Hands an event to the webhook as the provider does: without an origin, and byte for byte. */
export function deliver(
  app: TestApp,
  { body, signature }: { body: string; signature?: string },
  path: string = receiveStripeEvent.path,
) {
  return app.app.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body,
  })
}

/** All that is written about the money of an invoice, whether or not that is still there. */
export async function readBooks(app: TestApp, businessId: string, invoiceId: string) {
  return withTenant(app.database, businessId, async ({ db }) => {
    const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
    const all = await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.invoiceId, invoiceId))
      .orderBy(checkouts.createdAt)
    const ids = new Set(all.map(({ id }) => id))
    const paid = (await db.select().from(payments)).filter(
      (one) => one.invoiceId === invoiceId || ids.has(one.checkoutId ?? ''),
    )
    const paidIds = new Set(paid.map(({ id }) => id))
    const events = await db
      .select({ kind: invoiceEvents.kind, amountCents: invoiceEvents.amountCents })
      .from(invoiceEvents)
      .where(eq(invoiceEvents.invoiceId, invoiceId))
    const sent = await db.select().from(mails).where(eq(mails.invoiceId, invoiceId))
    return {
      invoice,
      checkouts: all,
      /** The last one, where they began at different times. */
      checkout: all.at(-1),
      payments: paid,
      refunds: (await db.select().from(refunds)).filter(({ paymentId }) => paidIds.has(paymentId)),
      disputes: (await db.select().from(disputes)).filter(({ paymentId }) => paidIds.has(paymentId)),
      events: events.map(({ kind, amountCents }) => `${kind} ${amountCents}`).toSorted(),
      mails: sent.map(({ kind }) => kind).toSorted(),
    }
  })
}
