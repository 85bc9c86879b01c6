import { withTenant } from '../../src/platform/db/transaction.ts'
import type { FakeCards } from './fake-cards.ts'
import type { TestApp } from './test-app.ts'

interface Place {
  businessId: string
  invoiceId: string
}

async function read<Row extends object>(app: TestApp, { businessId, invoiceId }: Place, sql: string) {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<Row>(sql, [invoiceId]),
  )
  return rows
}

export async function readCardPayments(app: TestApp, place: Place) {
  return read<{ id: string; providerPaymentId: string; cents: number }>(
    app,
    place,
    `select id, provider_payment_id as "providerPaymentId", amount_cents::float8 as cents
     from payments where invoice_id = $1 and method = 'card' order by provider_payment_id`,
  )
}

function sum(rows: readonly { cents: number }[]): number {
  return rows.reduce((total, { cents }) => total + cents, 0)
}

function say(what: string, ours: unknown, theirs: unknown): string[] {
  const [here, there] = [JSON.stringify(ours), JSON.stringify(theirs)]
  return here === there ? [] : [`${what}: ${here}, not ${there}`]
}

/** What in our books is not what the provider's say, or does not follow from it. */
export async function findPaymentProblems(app: TestApp, cards: FakeCards, place: Place): Promise<string[]> {
  const charged = [...cards.sessions.values()].flatMap(({ facts }) =>
    facts.state === 'paid' ? [`${facts.paymentId} ${facts.amountCents}`] : [],
  )
  const givenBack = [...cards.refunds.values()]
    .flat()
    .filter(({ state }) => state !== 'failed')
    .map(({ providerRefundId, amountCents }) => `${providerRefundId} ${amountCents}`)
  const paid = await readCardPayments(app, place)
  const refunds = await read<{ id: string | null; cents: number; state: string }>(
    app,
    place,
    `select r.provider_refund_id as id, r.amount_cents::float8 as cents, r.state from refunds r
     join payments p on p.business_id = r.business_id and p.id = r.payment_id where p.invoice_id = $1`,
  )
  const [invoice] = await read<Record<'total' | 'received' | 'credited' | 'hand' | 'open', number> & Facts>(
    app,
    place,
    `select i.total_cents::float8 as total, i.received_cents::float8 as received, i.open_cents::float8 as open,
       i.credited_cents::float8 as credited, i.status,
       (select coalesce(sum(amount_cents), 0)::float8 from payments where invoice_id = i.id and method <> 'card') as hand,
       (select count(*)::int from invoice_events where invoice_id = i.id and kind = 'paid') as settlements,
       (select count(*)::int from mails where invoice_id = i.id and kind = 'receipt') as receipts,
       (select count(*)::int from mails where invoice_id = i.id and kind = 'payment-received') as told,
       (select count(*)::int from checkouts where invoice_id = i.id and state in ('opening', 'open', 'processing')) as visits
     from invoices i where i.id = $1`,
  )
  if (!invoice) return ['the invoice is gone']
  const counted = refunds.filter(({ state }) => state !== 'failed')
  const failed = refunds.length - counted.length
  const received = sum(paid) + invoice.hand - sum(counted)
  const settled = received + invoice.credited >= invoice.total && received > 0
  return [
    ...say(
      'payments',
      paid.map(({ providerPaymentId, cents }) => `${providerPaymentId} ${cents}`),
      charged.toSorted(),
    ),
    ...say('refunds', counted.map(({ id, cents }) => `${id} ${cents}`).toSorted(), givenBack.toSorted()),
    ...say('received', invoice.received, received),
    ...say('status', invoice.status, settled ? 'paid' : 'pending'),
    ...say('open', invoice.open, settled ? 0 : Math.max(0, invoice.total - invoice.credited - received)),
    ...say('receipts', invoice.receipts, Math.min(invoice.settlements, 5)),
    // One for each payment, and for each refund that failed unless the owner saw it fail.
    ...say(
      'mails to the owner',
      invoice.told,
      Math.min(Math.max(invoice.told, paid.length), paid.length + failed),
    ),
    ...say('visits that are not over', invoice.visits, 0),
  ]
}

interface Facts {
  status: string
  settlements: number
  receipts: number
  told: number
  visits: number
}
