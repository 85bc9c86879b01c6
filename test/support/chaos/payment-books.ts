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

interface InvoiceRefs {
  businessId: string
  invoiceIds: readonly string[]
  /** When the round began. */
  since: string
}

async function read<Row extends object>(app: TestApp, { businessId, invoiceIds }: InvoiceRefs, sql: string) {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<Row>(sql, [invoiceIds]),
  )
  return rows
}

/** The moment by the clock of the database. */
export async function readMoment(app: TestApp): Promise<string> {
  const { rows } = await app.database.platform.query<{ now: string }>('select now()::text')
  return rows[0]?.now ?? ''
}

export async function findClientId(
  app: TestApp,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
): Promise<string> {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ id: string }>('select client_id as id from invoices where id = $1', [invoiceId]),
  )
  return rows[0]?.id ?? ''
}

interface PaymentRow {
  id: string
  /** Null if the invoice was deleted before. */
  invoiceId: string | null
  method: string
  isOwn: boolean
  /** Null for a payment without a provider. */
  providerPaymentId: string | null
  currency: string
  minor: number
  creditedMinor: number
  isUndone: boolean
  /** When the transaction that wrote it began. */
  at: string
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

/** The payments of the invoices, also of those that were deleted. */
const ofRound = `(p.invoice_id = any($1) or p.checkout_id in (select id from checkouts where invoice_id = any($1)))`

/** Returns the refunds and disputes of the invoices' payments. */
export async function readReturns(app: TestApp, refs: InvoiceRefs) {
  return read<{ kind: 'refund' | 'dispute'; id: string; invoiceId: string }>(
    app,
    refs,
    `select b.kind, b.id, p.invoice_id as "invoiceId" from (${returned}) b join payments p on p.id = b.payment_id
     where p.invoice_id = any($1) order by p.provider_payment_id, b.amount_minor`,
  )
}

export async function readPayments(app: TestApp, refs: InvoiceRefs): Promise<PaymentRow[]> {
  return read<PaymentRow>(
    app,
    refs,
    `select p.id, p.invoice_id as "invoiceId", p.method, p.is_own as "isOwn", p.provider_payment_id as "providerPaymentId", p.currency, p.amount_minor::float8 as minor,
       p.credited_minor::float8 as "creditedMinor", p.undone_at is not null as "isUndone", p.created_at::text as at,
       (select coalesce(sum(b.amount_minor), 0)::float8 from (${returned}) b where b.payment_id = p.id) as "backMinor",
       (select coalesce(sum(b.amount_minor), 0)::float8 from (${returned}) b
        where b.payment_id = p.id and b.still_owed) as "owedMinor",
       c.amount_minor::float8 as "askedMinor", c.credited_minor::float8 as "offeredMinor"
     from payments p left join checkouts c on c.business_id = p.business_id and c.id = p.checkout_id
     where ${ofRound} order by p.provider_payment_id, c.position, p.created_at`,
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

interface ReturnedRow {
  paymentId: string
  invoiceId: string | null
  providerId: string | null
  minor: number
  state: string
}

const readReturned = (app: TestApp, refs: InvoiceRefs, kind: 'refund' | 'dispute') =>
  read<ReturnedRow>(
    app,
    refs,
    `select r.payment_id as "paymentId", p.invoice_id as "invoiceId", r.provider_${kind}_id as "providerId",
       r.amount_minor::float8 as minor, r.state
     from ${kind}s r join payments p on p.business_id = r.business_id and p.id = r.payment_id where ${ofRound}`,
  )

/** Adds up what has the same name. */
function sumBy<Row extends { minor: number }>(rows: readonly Row[], nameOf: (row: Row) => string): string[] {
  return [...Map.groupBy(rows, nameOf)].map(([name, some]) => `${name} ${sum(some)}`).toSorted()
}

/**
 * Compares our ledger with the providers', and checks that the rest follows from it. Returns the differences. What is one
 * payment, refund or dispute at the provider can have a row here for each of several invoices.
 */
export async function findPaymentProblems(
  app: TestApp,
  accounts: readonly Account[],
  refs: InvoiceRefs,
  invoices: readonly { id: string; totals: readonly number[] }[],
): Promise<string[]> {
  const charged = accounts.flatMap(({ books, method, isOwn }) =>
    [...books.sessions.values()].flatMap(({ facts }) =>
      facts.state === 'paid'
        ? [`${method} ${isOwn} ${facts.paymentId} ${facts.currency} ${facts.amountMinor}`]
        : [],
    ),
  )
  const made = accounts.flatMap(({ books }) => [...books.refunds.values()].flat())
  const givenBack = made
    .filter(({ state }) => state !== 'failed')
    .map(({ providerRefundId, amountMinor }) => `${providerRefundId} ${amountMinor}`)
  const references = made.flatMap(({ reference }) => reference ?? [])
  const decided = accounts.flatMap(({ books }) => books.disputes)
  const all = await readPayments(app, refs)
  const paid = all.filter(({ providerPaymentId }) => providerPaymentId !== null)
  const refunds = await readReturned(app, refs, 'refund')
  const counted = refunds.filter(({ state }) => state !== 'failed')
  const disputed = await readReturned(app, refs, 'dispute')
  return [
    ...say(
      'payments',
      sumBy(
        paid,
        ({ method, isOwn, providerPaymentId, currency }) =>
          `${method} ${isOwn} ${providerPaymentId} ${currency}`,
      ),
      charged.toSorted(),
    ),
    ...say(
      'refunds',
      sumBy(counted, ({ providerId }) => `${providerId}`),
      givenBack.toSorted(),
    ),
    ...say(
      'disputes',
      sumBy(disputed, ({ providerId, state }) => `${providerId} ${state}`),
      decided
        .map(({ providerDisputeId, amountMinor, state }) => `${providerDisputeId} ${state} ${amountMinor}`)
        .toSorted(),
    ),
    ...say('refunds made for each that was asked for', references.length, new Set(references).size),
    ...findDivisionProblems(paid),
    ...(await findMailProblems(app, refs, { all, refunds, counted, disputed })),
    ...(
      await Promise.all(
        invoices.map((invoice) =>
          findInvoiceProblems(
            app,
            { ...refs, invoiceIds: [invoice.id] },
            invoice.totals,
            all.filter(({ invoiceId }) => invoiceId === invoice.id),
            disputed.filter(({ invoiceId }) => invoiceId === invoice.id),
          ),
        ),
      )
    ).flat(),
  ]
}

const left = (minor: number, backMinor: number) => Math.max(0, minor - backMinor)

/** Each invoice gets what was asked for it, and what went back leaves as much of the payments as the provider has. */
function findDivisionProblems(paid: readonly PaymentRow[]): string[] {
  const groups = [...Map.groupBy(paid, ({ providerPaymentId }) => providerPaymentId)]
  return groups.flatMap(([id, rows]) => [
    ...say(
      `the shares of ${id}`,
      rows.map(({ minor }) => minor),
      rows.map(({ askedMinor }) => askedMinor),
    ),
    ...say(
      `what is left of ${id}`,
      addUp(rows.map(({ minor, backMinor }) => left(minor, backMinor))),
      left(sum(rows), addUp(rows.map(({ backMinor }) => backMinor))),
    ),
  ])
}

interface Rows {
  all: readonly PaymentRow[]
  refunds: readonly ReturnedRow[]
  counted: readonly ReturnedRow[]
  disputed: readonly ReturnedRow[]
}

const between = (what: string, count: number, least: number, most: number) =>
  say(what, count, Math.min(Math.max(count, least), most))

/** One refund at the provider may be divided over several payments. */
const refundsIn = (rows: readonly ReturnedRow[]) =>
  new Set(rows.map(({ providerId }, index) => providerId ?? index)).size

async function findMailProblems(
  app: TestApp,
  refs: InvoiceRefs,
  { all, refunds, counted, disputed }: Rows,
): Promise<string[]> {
  const { rows } = await withTenant(app.database, refs.businessId, ({ client }) =>
    client.query<Record<'settlements' | 'receipts' | 'ownerMails' | 'notices' | 'warnings', number>>(
      `with sent as (select kind, count(*)::int as count from mails
         where business_id = $1 and created_at >= $3::timestamptz group by 1)
       select (select count(distinct at)::int from invoice_events
          where invoice_id = any($2) and kind = 'paid' and amount_minor is not null) as settlements,
         coalesce((select count from sent where kind = 'receipt'), 0) as receipts,
         coalesce((select count from sent where kind = 'payment-received'), 0) as "ownerMails",
         coalesce((select count from sent where kind = 'refund'), 0) as notices,
         coalesce((select count from sent where kind = 'dispute'), 0) as warnings`,
      [refs.businessId, refs.invoiceIds, refs.since],
    ),
  )
  const [found] = rows
  if (!found) return ['no mails were counted']
  const failed = refunds.length - counted.length
  // Payments of one transaction are one payment of the client.
  const byClient = all.filter(({ method }) => ['card', 'paypal', 'demo'].includes(method))
  const payers = new Set(byClient.map(({ at }) => at)).size
  const cases = new Set(disputed.map(({ providerId }) => providerId)).size
  const noticed = counted.filter(({ invoiceId }) => invoiceId !== null)
  return [
    // The client gets one for each payment that settles something.
    ...between('receipts', found.receipts, Math.min(found.settlements, 5), found.settlements),
    // One for each payment, and for each failed refund unless the owner saw it fail.
    ...between('mails to the owner', found.ownerMails, payers, payers + failed),
    // The client gets one notice for each refund, also if it was divided. Some of those that failed had counted before.
    ...between('refund notices', found.notices, Math.min(refundsIn(noticed), 10), refundsIn(refunds)),
    // One when it is opened and one when it is decided, or only one if it was already decided when found.
    ...between('mails about disputes', found.warnings, cases, 2 * cases),
  ]
}

async function findInvoiceProblems(
  app: TestApp,
  refs: InvoiceRefs,
  totals: readonly number[],
  all: readonly PaymentRow[],
  disputed: readonly ReturnedRow[],
): Promise<string[]> {
  const [invoice] = await read<Record<'total' | 'received' | 'credited' | 'waived' | 'open', number> & Facts>(
    app,
    refs,
    `select i.total_minor::float8 as total, i.received_minor::float8 as received, i.open_minor::float8 as open,
       i.credited_minor::float8 as credited, i.waived_minor::float8 as waived, i.is_disputed as "isDisputed", i.status, i.payment_terms as terms
     from invoices i where i.id = any($1)`,
  )
  const [running] = await read<{ count: number }>(
    app,
    refs,
    `select count(*)::int as count from checkouts
     where invoice_id = any($1) and state in ('opening', 'open', 'processing')`,
  )
  const openCheckouts = say('visits that are not over', running?.count, 0)
  // It was deleted.
  if (!invoice) return openCheckouts
  const standing = all.filter(({ isUndone }) => !isUndone)
  const kept = standing.filter(({ minor, owedMinor }) => owedMinor === 0 || owedMinor < minor)
  const received = addUp(standing.map(({ minor, backMinor }) => Math.max(0, minor - backMinor)))
  const credited = Math.max(0, ...kept.map(({ creditedMinor }) => creditedMinor))
  // What was returned is owed again or waived. Of the waived part, an overpayment was never owed.
  const notOwed = addUp(kept.map(({ minor, backMinor, owedMinor }) => Math.min(minor, backMinor) - owedMinor))
  const waived = Math.max(0, notOwed - Math.max(0, sum(standing) + credited - invoice.total))
  const settled = received + credited + waived >= invoice.total && kept.length > 0
  return [
    ...say(
      'is disputed',
      invoice.isDisputed,
      disputed.some(({ state }) => state === 'open'),
    ),
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
    ...openCheckouts,
  ]
}

interface Facts {
  status: string
  terms: string
  isDisputed: boolean
}
