import { percentageOf } from '../../../src/features/invoices/document/totals-rules.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { FakeCards } from '../providers/fake-cards.ts'
import type { TestApp } from '../test-app.ts'

/** A provider account, and the payment method under which our ledger records its payments. */
export interface Account {
  books: FakeCards
  method: 'card' | 'paypal'
  isOwn: boolean
}

interface InvoiceRef {
  businessId: string
  invoiceId: string
}

async function read<Row extends object>(app: TestApp, { businessId, invoiceId }: InvoiceRef, sql: string) {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<Row>(sql, [invoiceId]),
  )
  return rows
}

interface PaymentRow {
  id: string
  method: string
  isOwn: boolean
  /** Null for a payment without a provider. */
  providerPaymentId: string | null
  currency: string
  minor: number
  creditedMinor: number
  isUndone: boolean
  /** What was returned by refund or dispute, and how much of that is owed again. */
  backMinor: number
  owedMinor: number
  /** From the checkout that led to the payment. */
  askedMinor: number | null
  offeredMinor: number | null
}

const returned = `
  select 'refund' as kind, id, payment_id, amount_minor, still_owed from refunds where platform.is_given_back(state)
  union all
  select 'dispute', id, payment_id, amount_minor, still_owed from disputes where platform.is_taken_back(state)`

/** Returns the refunds and disputes of the invoice's payments. */
export async function readReturns(app: TestApp, ref: InvoiceRef) {
  return read<{ kind: 'refund' | 'dispute'; id: string }>(
    app,
    ref,
    `select b.kind, b.id from (${returned}) b join payments p on p.id = b.payment_id
     where p.invoice_id = $1 order by p.provider_payment_id, b.amount_minor`,
  )
}

export async function readPayments(app: TestApp, ref: InvoiceRef): Promise<PaymentRow[]> {
  return read<PaymentRow>(
    app,
    ref,
    `select p.id, p.method, p.is_own as "isOwn", p.provider_payment_id as "providerPaymentId", p.currency, p.amount_minor::float8 as minor,
       p.credited_minor::float8 as "creditedMinor", p.undone_at is not null as "isUndone",
       (select coalesce(sum(b.amount_minor), 0)::float8 from (${returned}) b where b.payment_id = p.id) as "backMinor",
       (select coalesce(sum(b.amount_minor), 0)::float8 from (${returned}) b
        where b.payment_id = p.id and b.still_owed) as "owedMinor",
       c.amount_minor::float8 as "askedMinor", c.credited_minor::float8 as "offeredMinor"
     from payments p left join checkouts c on c.business_id = p.business_id and c.id = p.checkout_id
     where p.invoice_id = $1 order by p.provider_payment_id, p.created_at`,
  )
}

const addUp = (minor: readonly number[]) => minor.reduce((all, one) => all + one, 0)

function sum(rows: readonly { minor: number }[]): number {
  return rows.reduce((total, { minor }) => total + minor, 0)
}

function say(what: string, ours: unknown, theirs: unknown): string[] {
  const [here, there] = [JSON.stringify(ours), JSON.stringify(theirs)]
  return here === there ? [] : [`${what}: ${here}, not ${there}`]
}

/**
 * Returns the possible discounts of a payment by the rule: the difference to the total, if no more than that
 * was offered.
 */
function possibleCredits(payment: PaymentRow, isAlone: boolean, terms: string, totals: readonly number[]) {
  const { minor, askedMinor, offeredMinor } = payment
  const credits = totals.map((total) => {
    const byTerms = terms === '2_10_net_30' ? percentageOf(total, 2000) : 0
    const offered = offeredMinor === null ? byTerms : minor === askedMinor ? offeredMinor : 0
    const rest = total - minor
    return rest > 0 && rest <= offered ? rest : 0
  })
  // A manual payment gets an offer only if nothing else was received before, which cannot be seen afterwards.
  return offeredMinor === null && !isAlone ? [...credits, 0] : credits
}

/**
 * Compares our ledger with the providers', and checks that the rest follows from it. `totals` are all totals
 * that the invoice ever had. Returns the differences.
 */
export async function findPaymentProblems(
  app: TestApp,
  accounts: readonly Account[],
  ref: InvoiceRef,
  totals: readonly number[],
): Promise<string[]> {
  const charged = accounts.flatMap(({ books, method, isOwn }) =>
    [...books.sessions.values()].flatMap(({ facts }) =>
      facts.state === 'paid'
        ? [`${method} ${isOwn} ${facts.paymentId} ${facts.amountMinor} ${facts.currency}`]
        : [],
    ),
  )
  const made = accounts.flatMap(({ books }) => [...books.refunds.values()].flat())
  const givenBack = made
    .filter(({ state }) => state !== 'failed')
    .map(({ providerRefundId, amountMinor }) => `${providerRefundId} ${amountMinor}`)
  const references = made.flatMap(({ reference }) => reference ?? [])
  const all = await readPayments(app, ref)
  const paid = all.filter(({ providerPaymentId }) => providerPaymentId !== null)
  const refunds = await read<{ id: string | null; minor: number; state: string }>(
    app,
    ref,
    `select r.provider_refund_id as id, r.amount_minor::float8 as minor, r.state from refunds r
     join payments p on p.business_id = r.business_id and p.id = r.payment_id where p.invoice_id = $1`,
  )
  const disputed = await read<{ id: string; minor: number; state: string }>(
    app,
    ref,
    `select d.provider_dispute_id as id, d.amount_minor::float8 as minor, d.state from disputes d
     join payments p on p.business_id = d.business_id and p.id = d.payment_id where p.invoice_id = $1`,
  )
  const decided = accounts.flatMap(({ books }) => books.disputes)
  const [invoice] = await read<Record<'total' | 'received' | 'credited' | 'waived' | 'open', number> & Facts>(
    app,
    ref,
    `select i.total_minor::float8 as total, i.received_minor::float8 as received, i.open_minor::float8 as open,
       i.credited_minor::float8 as credited, i.waived_minor::float8 as waived, i.is_disputed as "isDisputed", i.status, i.payment_terms as terms,
       (select count(*)::int from invoice_events
        where invoice_id = i.id and kind = 'paid' and amount_minor is not null) as settlements,
       (select count(*)::int from mails where invoice_id = i.id and kind = 'receipt') as receipts,
       (select count(*)::int from mails where invoice_id = i.id and kind = 'payment-received') as "ownerMails",
       (select count(*)::int from mails where invoice_id = i.id and kind = 'refund') as notices,
       (select count(*)::int from mails where invoice_id = i.id and kind = 'dispute') as warnings,
       (select count(*)::int from checkouts where invoice_id = i.id and state in ('opening', 'open', 'processing')) as "openCheckouts"
     from invoices i where i.id = $1`,
  )
  if (!invoice) return ['the invoice is gone']
  const counted = refunds.filter(({ state }) => state !== 'failed')
  const failed = refunds.length - counted.length
  const standing = all.filter(({ isUndone }) => !isUndone)
  const kept = standing.filter(({ minor, owedMinor }) => owedMinor === 0 || owedMinor < minor)
  const received = addUp(standing.map(({ minor, backMinor }) => Math.max(0, minor - backMinor)))
  const credited = Math.max(0, ...kept.map(({ creditedMinor }) => creditedMinor))
  // What was returned is owed again or waived. Of the waived part, an overpayment was never owed.
  const notOwed = addUp(kept.map(({ minor, backMinor, owedMinor }) => Math.min(minor, backMinor) - owedMinor))
  const waived = Math.max(0, notOwed - Math.max(0, sum(standing) + credited - invoice.total))
  const settled = received + credited + waived >= invoice.total && kept.length > 0
  const payers = all.filter(({ method }) => ['card', 'paypal', 'demo'].includes(method)).length
  return [
    ...say(
      'payments',
      paid
        .map(
          ({ method, isOwn, providerPaymentId, minor, currency }) =>
            `${method} ${isOwn} ${providerPaymentId} ${minor} ${currency}`,
        )
        .toSorted(),
      charged.toSorted(),
    ),
    ...say('refunds', counted.map(({ id, minor }) => `${id} ${minor}`).toSorted(), givenBack.toSorted()),
    ...say(
      'disputes',
      disputed.map(({ id, minor, state }) => `${id} ${minor} ${state}`).toSorted(),
      decided
        .map(({ providerDisputeId, amountMinor, state }) => `${providerDisputeId} ${amountMinor} ${state}`)
        .toSorted(),
    ),
    ...say(
      'is disputed',
      invoice.isDisputed,
      decided.some(({ state }) => state === 'open'),
    ),
    ...say('refunds made for each that was asked for', references.length, new Set(references).size),
    ...all.flatMap((payment) => {
      const possible = possibleCredits(payment, all.length === 1, invoice.terms, totals)
      return possible.includes(payment.creditedMinor)
        ? []
        : [`discount of ${payment.minor}: ${payment.creditedMinor}, not ${possible.join(' or ')}`]
    }),
    ...say('received', invoice.received, received),
    ...say('credited', invoice.credited, credited),
    ...say('waived', invoice.waived, waived),
    ...say('status', invoice.status, settled ? 'paid' : 'pending'),
    ...say('open', invoice.open, settled ? 0 : Math.max(0, invoice.total - credited - received - waived)),
    ...say('receipts', invoice.receipts, Math.min(invoice.settlements, 5)),
    // One for each payment, and for each failed refund unless the owner saw it fail.
    ...say(
      'mails to the owner',
      invoice.ownerMails,
      Math.min(Math.max(invoice.ownerMails, payers), payers + failed),
    ),
    // The client gets one notice for each refund. Some of those that failed had counted before.
    ...say(
      'refund notices',
      invoice.notices,
      Math.min(Math.max(invoice.notices, counted.length), refunds.length, 10),
    ),
    // One when it is opened and one when it is decided, or only one if it was already decided when found.
    ...say(
      'mails about disputes',
      invoice.warnings,
      Math.min(Math.max(invoice.warnings, disputed.length), 2 * disputed.length),
    ),
    ...say('visits that are not over', invoice.openCheckouts, 0),
  ]
}

interface Facts {
  status: string
  terms: string
  settlements: number
  receipts: number
  isDisputed: boolean
  ownerMails: number
  notices: number
  warnings: number
  openCheckouts: number
}
