import { and, desc, eq, inArray } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../../platform/db/tables/invoices.ts'
import { autopayCharges } from '../../../platform/db/tables/saved-cards.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cardLabel } from '../../invoices/document/autopay-rules.ts'
import { getInvoiceWithBusiness } from '../../invoices/queries.ts'
import type { Checkout } from '../checkout/checkout-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueUnchargedMails } from './autopay-mails.ts'
import { endCard } from './end-card.ts'
import { type AutopayCharge, type SavedCard, findCharge } from './saved-card-queries.ts'

/** declined: by the bank. failed: it was not charged for another reason. */
export interface Uncharged {
  state: 'declined' | 'failed'
  reason: string
  /** The provider no longer has the card. */
  isCardGone?: boolean
  /** The provider can't be asked whether it charged the card. */
  isUnknown?: boolean
}

type Outcome = { state: 'paid' } | Uncharged

/** How many charges in a row a card may decline before it ends. */
const maxDeclined = 2

/**
 * Records how the charge of a checkout ended, in the transaction in which the checkout ends. The caller holds the locks of the
 * invoice and the checkout, so what follows happens once. A payment that arrives late still counts.
 */
export async function settleCharge(
  tx: Transaction,
  deps: PaymentDeps,
  checkout: Pick<Checkout, 'businessId' | 'id'>,
  outcome: Outcome,
): Promise<void> {
  const found = await findCharge(tx, checkout)
  if (!found) return
  if (outcome.state !== 'paid') {
    await settleUncharged(tx, deps, found, outcome)
    return
  }
  const { businessId, invoiceId } = found.charge
  if (!(await setState(tx, deps, found.charge, outcome.state, null))) return
  const { isTest } = found.card
  await tx.db
    .insert(invoiceEvents)
    .values({ businessId, invoiceId, kind: 'charged', note: cardLabel(found.card), isTest })
}

/** The client and the owner are told once, unless there is nothing to pay any more or automatic payments were stopped. */
export async function settleUncharged(
  tx: Transaction,
  deps: PaymentDeps,
  { charge, card }: { charge: AutopayCharge; card: SavedCard },
  { state, reason, isCardGone = false, isUnknown = false }: Uncharged,
): Promise<void> {
  const { businessId, invoiceId } = charge
  if (!(await setState(tx, deps, charge, state, reason))) return
  const now = deps.now()
  await tx.db
    .update(invoices)
    .set({ remindersSince: now })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
  const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  if (found.invoice.status !== 'pending' || card.endedAt !== null) return
  await tx.db
    .insert(invoiceEvents)
    .values({ businessId, invoiceId, kind: 'charge-declined', note: reason, isTest: card.isTest, at: now })
  const mustEnd = isCardGone || (await hasDeclinedOften(tx, card))
  const hasEnded = mustEnd && (await endCard(tx, deps, card, isCardGone ? 'removed' : 'declined'))
  await queueUnchargedMails(tx, deps, { ...found, card }, { state, reason, isUnknown, hasEnded })
}

async function setState(
  { db }: Transaction,
  { now }: Pick<PaymentDeps, 'now'>,
  { businessId, seriesId, period, part }: AutopayCharge,
  state: AutopayCharge['state'],
  reason: string | null,
): Promise<boolean> {
  const before: AutopayCharge['state'][] = state === 'paid' ? ['running', 'declined', 'failed'] : ['running']
  const changed = await db
    .update(autopayCharges)
    .set({ state, reason, updatedAt: now() })
    .where(
      and(
        eq(autopayCharges.businessId, businessId),
        eq(autopayCharges.seriesId, seriesId),
        eq(autopayCharges.period, period),
        eq(autopayCharges.part, part),
        inArray(autopayCharges.state, before),
      ),
    )
    .returning({ state: autopayCharges.state })
  return changed.length > 0
}

async function hasDeclinedOften({ db }: Transaction, { businessId, id }: SavedCard): Promise<boolean> {
  const last = await db
    .select({ state: autopayCharges.state })
    .from(autopayCharges)
    .where(and(eq(autopayCharges.businessId, businessId), eq(autopayCharges.cardId, id)))
    .orderBy(desc(autopayCharges.createdAt))
    .limit(maxDeclined)
  return last.length === maxDeclined && last.every(({ state }) => state === 'declined')
}
