import type { RawDocument } from './document-parts.ts'
import type { ReportWorld } from './world.ts'

// What the tables hold, read as it is.

export interface RawPayment {
  id: string
  invoiceId: string | null
  clientId: string | null
  on: string
  method: string
  isTest: boolean
  currency: string
  amountMinor: number
  creditedMinor: number
  homeMinor: number | null
  rate: string | null
}

export interface RawReturn {
  paymentId: string
  kind: 'refund' | 'dispute'
  on: string
  amountMinor: number
  stillOwed: boolean
  homeMinor: number | null
  rate: string | null
}

export interface RawInvoice {
  id: string
  clientId: string | null
  issueDate: string
  dueDate: string
  currency: string
  rate: string | null
  totalMinor: number
  creditedMinor: number
  waivedMinor: number
  status: string
  daysLate: number | null
  paidOn: string | null
  isDraft: boolean
  parts: { amount: { kind: string; value: number } | null; amountMinor: number; dueDate: string }[] | null
  document: Omit<RawDocument, 'totalMinor'>
  lateFees: { on: string; dueDate: string; amountMinor: number }[]
  notes: { on: string; document: RawDocument }[]
}

export interface RawExpense {
  id: string
  date: string
  vendor: string
  category: string
  clientId: string | null
  currency: string
  amountMinor: number
  homeMinor: number | null
  rate: string | null
  taxes: { name: string; rate: number | null; amountMinor: number }[]
  mileage: { distance: number; unit: string } | null
  hasReceipt: boolean
}

export interface RawTransaction {
  id: string
  date: string
  name: string
  category: string
  currency: string
  amountMinor: number
  isIncome: boolean
  isDemo: boolean
}

const invoices = `
  select i.id, i.client_id as "clientId", i.issue_date::text as "issueDate", i.due_date::text as "dueDate", i.currency,
    i.rate::text, i.total_minor::float8 as "totalMinor", i.credited_minor::float8 as "creditedMinor",
    i.waived_minor::float8 as "waivedMinor", i.status, i.parts,
    (i.paid_at at time zone b.time_zone)::date - i.due_date as "daysLate",
    ((i.paid_at at time zone b.time_zone)::date)::text as "paidOn",
    i.sent_at is null and i.send_option <> 'do_not_send' and i.received_minor = 0 as "isDraft",
    json_build_object('lines', i.lines, 'taxes', i.taxes, 'fees', i.fees, 'taxIncluded', i.tax_included,
      'discountMinor', i.discount_minor, 'treatment', i.tax_treatment) as document,
    (select coalesce(json_agg(json_build_object('on', f.fee_on, 'dueDate', f.due_date, 'amountMinor', f.amount_minor)
        order by f.fee_on, f.due_date), '[]')
      from late_fees f where f.invoice_id = i.id and f.state = 'added') as "lateFees",
    (select coalesce(json_agg(json_build_object('on', c.issue_date, 'document', json_build_object(
          'lines', c.charge -> 'lines', 'taxes', coalesce(c.charge -> 'taxes', '[]'), 'fees', coalesce(c.charge -> 'fees', '[]'),
          'taxIncluded', coalesce((c.charge ->> 'taxIncluded')::boolean, false), 'discountMinor', c.discount_minor,
          'treatment', i.tax_treatment, 'totalMinor', c.total_minor, 'kept', c.amounts))
        order by c.created_at, c.sequence_number), '[]')
      from credit_notes c where c.invoice_id = i.id) as notes
  from invoices i join businesses b on b.id = i.business_id where i.business_id = $1 order by i.created_at, i.id`

const payments = `
  select id, invoice_id as "invoiceId", client_id as "clientId", received_on::text as on, method, is_test as "isTest", currency,
    amount_minor::float8 as "amountMinor", credited_minor::float8 as "creditedMinor", home_minor::float8 as "homeMinor", rate::text
  from payments where business_id = $1 and undone_at is null order by received_at, created_at, id`

const returns = `
  select payment_id as "paymentId", kind, day::text as on, amount_minor::float8 as "amountMinor", still_owed as "stillOwed",
    home_minor::float8 as "homeMinor", rate::text
  from (
    select payment_id, 'refund' as kind, refunded_on as day, amount_minor, still_owed, home_minor, rate, created_at, id
    from refunds where business_id = $1 and state in ('pending', 'succeeded')
    union all
    select payment_id, 'dispute', opened_on, amount_minor, still_owed, home_minor, rate, created_at, id
    from disputes where business_id = $1 and state in ('open', 'lost')
  ) back order by created_at, id`

const expenses = `
  select id, date::text, vendor, category, client_id as "clientId", currency, amount_minor::float8 as "amountMinor",
    home_minor::float8 as "homeMinor", rate::text, taxes, mileage,
    exists (select from receipts r where r.expense_id = expenses.id) as "hasReceipt"
  from expenses where business_id = $1`

const transactions = `
  select t.id, t.date::text, trim(coalesce(t.merchant, t.description)) as name, t.category, t.currency,
    t.amount_minor::float8 as "amountMinor", t.is_income as "isIncome",
    coalesce((select c.source from bank_accounts a join bank_connections c on c.id = a.connection_id where a.id = t.account_id), '')
      = 'demo' as "isDemo"
  from transactions t where t.business_id = $1 and t.status = 'posted' and t.transfer_id is null
    and t.id not in (select m.transaction_id from transaction_matches m
      where m.business_id = $1 and m.state <> 'declined' and m.kind <> 'receipt')`

const fees = `
  select p.provider, p.currency, e.fee_minor::float8 as "minor", ((e.at at time zone b.time_zone)::date)::text as on
  from payout_entries e join payouts p on p.id = e.payout_id join businesses b on b.id = p.business_id where p.business_id = $1`

const rates = `select currency, day::text, rate::text from exchange_rates where business_id = $1`

const receiptsFrom = `select missing_from_minor::float8 as minor from receipt_settings where business_id = $1`

export async function readRawRows({ run, businessId }: ReportWorld) {
  const read = async <Row>(text: string) => (await run(text, [businessId])).rows as Row[]
  return {
    invoices: await read<RawInvoice>(invoices),
    payments: await read<RawPayment>(payments),
    returns: await read<RawReturn>(returns),
    expenses: await read<RawExpense>(expenses),
    transactions: await read<RawTransaction>(transactions),
    fees: await read<{ provider: string; currency: string; minor: number; on: string }>(fees),
    receiptsFrom: (await read<{ minor: number }>(receiptsFrom))[0]!.minor,
    ownRates: await read<{ currency: string; day: string; rate: string }>(rates),
  }
}
export type RawRows = Awaited<ReturnType<typeof readRawRows>>
