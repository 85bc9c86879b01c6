import type { Transaction } from '../../platform/db/transaction.ts'
import { isShownToClient } from '../invoices/client/shown-to-client.ts'
import type { LateFee } from '../invoices/late-fees/late-fee-rules.ts'
import type { StatementInvoice, StatementPayment, StatementReturn } from './entry-rules.ts'
import type { StatementLedger } from './statement-rules.ts'

interface Account {
  businessId: string
  clientId: string
  currency: string
  /** The first day; null for everything. */
  from: string | null
}

type Head = Omit<StatementInvoice, 'lateFees' | 'creditNotes' | 'payments' | 'returns'> & { id: string }
type OfInvoice<T> = T & { invoiceId: string }

// What is open, less what was paid too much. In TypeScript: entriesOf().
const position = `case status when 'cancelled' then 0
  else total_minor - credit_notes_minor - credited_minor - received_minor - waived_minor end`

// The owner's own statement leaves drafts out, too, so that it is the one that the client gets.
const ofClient = `business_id = $1 and client_id = $2::uuid and currency = $3 and ${isShownToClient}`

// Every later query reads by the ids that this one finds.
const heads = `
  with own as materialized (select * from invoices where ${ofClient})
  select id, number, issue_date::text as "issueDate", due_date::text as "dueDate", parts,
    total_minor::float8 as "totalMinor", status = 'cancelled' as "isCancelled"
  from own
  where $4::date is null or issue_date >= $4::date or open_minor > 0
    or exists (select from payments p
      where p.business_id = $1 and p.invoice_id = own.id and p.undone_at is null and (p.received_on >= $4::date
        or exists (select from refunds r where r.business_id = $1 and r.payment_id = p.id
          and r.refunded_on >= $4::date and platform.is_given_back(r.state))
        or exists (select from disputes d where d.business_id = $1 and d.payment_id = p.id
          and d.opened_on >= $4::date and platform.is_taken_back(d.state))))
    or exists (select from credit_notes c
      where c.business_id = $1 and c.invoice_id = own.id and c.issue_date >= $4::date)
    or exists (select from late_fees f
      where f.business_id = $1 and f.invoice_id = own.id and f.fee_on >= $4::date and f.state = 'added')
  order by created_at, id`

const lateFees = `
  select invoice_id as "invoiceId", due_date::text as "dueDate", fee_on::text as on, amount_minor::float8 as "amountMinor"
  from late_fees where business_id = $1 and invoice_id = any($2::uuid[]) and state = 'added' order by fee_on, due_date`

const creditNotes = `
  select invoice_id as "invoiceId", number, issue_date::text as on, total_minor::float8 as "amountMinor"
  from credit_notes where business_id = $1 and invoice_id = any($2::uuid[]) order by created_at, sequence_number`

const payments = `
  select invoice_id as "invoiceId", id, received_on::text as on, received_at as "receivedAt", method,
    is_test as "isTest", amount_minor::float8 as "amountMinor", credited_minor::float8 as "creditedMinor"
  from payments where business_id = $1 and invoice_id = any($2::uuid[]) and undone_at is null
  order by received_at, created_at, id`

const returns = `
  select p.invoice_id as "invoiceId", p.id as "paymentId", p.method, p.is_test as "isTest", back.kind, back.on,
    back.amount_minor::float8 as "amountMinor", back.still_owed as "stillOwed"
  from payments p cross join lateral (
    select 'refund' as kind, r.refunded_on::text as on, r.amount_minor, r.still_owed, r.created_at, r.id
    from refunds r where r.business_id = $1 and r.payment_id = p.id and platform.is_given_back(r.state)
    union all
    select 'dispute', d.opened_on::text, d.amount_minor, d.still_owed, d.created_at, d.id
    from disputes d where d.business_id = $1 and d.payment_id = p.id and platform.is_taken_back(d.state)
  ) back
  where p.business_id = $1 and p.invoice_id = any($2::uuid[]) and p.undone_at is null
  order by back.created_at, back.id`

/** What a client owes in a currency, with the invoices that a statement from this day on is about. */
export async function readLedger(
  { client }: Transaction,
  { businessId, clientId, currency, from }: Account,
): Promise<StatementLedger> {
  const account = [businessId, clientId, currency]
  const sum = await client.query<{ minor: number }>({
    name: 'statement-balance',
    text: `select coalesce(sum(${position}), 0)::float8 as minor from invoices where ${ofClient}`,
    values: account,
  })
  const found = await client.query<Head>({ name: 'statement-heads', text: heads, values: [...account, from] })
  const ids = found.rows.map(({ id }) => id)
  const ofInvoices = async <T>(name: string, text: string) => {
    const { rows } = await client.query<OfInvoice<T>>({
      name: `statement-${name}`,
      text,
      values: [businessId, ids],
    })
    return Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  }
  const feesOf = await ofInvoices<LateFee>('late-fees', lateFees)
  const notesOf = await ofInvoices<StatementInvoice['creditNotes'][number]>('credit-notes', creditNotes)
  const paymentsOf = await ofInvoices<StatementPayment>('payments', payments)
  const returnsOf = await ofInvoices<StatementReturn>('returns', returns)
  return {
    balanceMinor: sum.rows[0]?.minor ?? 0,
    invoices: found.rows.map(({ id, ...head }) => ({
      ...head,
      lateFees: feesOf.get(id) ?? [],
      creditNotes: notesOf.get(id) ?? [],
      payments: paymentsOf.get(id) ?? [],
      returns: returnsOf.get(id) ?? [],
    })),
  }
}
