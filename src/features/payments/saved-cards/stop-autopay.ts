import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { cardLabel } from '../../invoices/document/autopay-rules.ts'
import { type InvoiceKey, getInvoiceWithBusiness } from '../../invoices/queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueStoppedByClientMail, queueStoppedByOwnerMail } from './autopay-mails.ts'
import { endCard } from './end-card.ts'
import { type SeriesKey, findCardOf, findLiveCard, lockInvoicesOfSeries } from './saved-card-queries.ts'

/** Stops automatic payments for the client who has the link of an invoice. Stopping twice has no further effect. */
export async function stopAutopay(deps: PaymentDeps, { businessId, invoiceId }: InvoiceKey): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    const { invoice } = found
    const { seriesId } = invoice
    if (seriesId === null) return
    await lockInvoicesOfSeries(tx, { businessId, seriesId }, invoiceId)
    const card = await findCardOf(tx, invoice)
    if (!card || !(await endCard(tx, deps, card, 'client'))) return
    await tx.db.insert(invoiceEvents).values({
      businessId,
      invoiceId,
      kind: 'autopay-stopped',
      note: cardLabel(card),
      isTest: card.isTest,
      at: deps.now(),
    })
    await queueStoppedByClientMail(tx, deps, { ...found, card })
  })
}

/** Ends the card of a series because its owner decides so. The caller has locked the open invoices of the series. */
export async function endCardOfSeries(
  tx: Transaction,
  deps: Pick<
    PaymentDeps,
    'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification' | 'canPayOnline'
  >,
  series: SeriesKey,
): Promise<void> {
  const card = await findLiveCard(tx, series)
  if (card && (await endCard(tx, deps, card, 'owner'))) await queueStoppedByOwnerMail(tx, deps, card)
}
