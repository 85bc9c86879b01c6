import type { journalSources } from '../../platform/db/tables/journal.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Currency } from '../../shared/currencies.ts'
import { invoicePostings } from './invoice-posting-rules.ts'
import { loadInvoices } from './load-invoices.ts'
import type { Posting } from './posting-rules.ts'
import {
  type JournalExpense,
  type JournalTransaction,
  type LonePayment,
  expensePostings,
  lonePaymentPostings,
  transactionPostings,
} from './source-posting-rules.ts'

export type JournalSource = (typeof journalSources)[number]

interface Wanted {
  businessId: string
  home: Currency
  ids: readonly string[]
}

const expenses = `
  select e.id, e.date::text, e.vendor, e.category, e.currency, e.amount_minor::float8 as "amountMinor",
    e.home_minor::float8 as "homeMinor", e.rate::text, e.client_id as "clientId",
    e.taxes
  from expenses e where e.business_id = $1 and e.id = any($2::uuid[])`

// A transaction counts by itself unless it belongs to something that counts, or probably does. A receipt counts nothing.
const transactions = `
  select t.id, t.date::text, trim(coalesce(t.merchant, t.description)) as merchant, t.category, t.currency, t.amount_minor::float8 as "amountMinor", t.is_income as "isIncome",
    coalesce(c.source = 'demo', false) as "isDemo"
  from transactions t
  left join bank_accounts a on a.business_id = $1 and a.id = t.account_id
  left join bank_connections c on c.business_id = $1 and c.id = a.connection_id
  where t.business_id = $1 and t.id = any($2::uuid[]) and t.status = 'posted' and t.transfer_id is null
    and not exists (select from transaction_matches m
      where m.business_id = $1 and m.transaction_id = t.id and m.state in ('suggested', 'accepted') and m.kind <> 'receipt')`

const payments = `
  select p.id, p.received_on::text as on, p.currency, p.amount_minor::float8 as "amountMinor",
    p.home_minor::float8 as "homeMinor", p.client_id as "clientId", p.method, p.is_test as "isTest",
    (select coalesce(json_agg(json_build_object('kind', back.kind, 'on', back.on, 'amountMinor', back.amount_minor,
        'homeMinor', back.home_minor) order by back.on, back.kind), '[]')
      from (
        select 'refund' as kind, r.refunded_on as on, r.amount_minor, r.home_minor from refunds r
        where r.business_id = $1 and r.payment_id = p.id and platform.is_given_back(r.state)
        union all
        select 'dispute', d.opened_on, d.amount_minor, d.home_minor from disputes d
        where d.business_id = $1 and d.payment_id = p.id and platform.is_taken_back(d.state)
      ) back) as returns
  from payments p
  where p.business_id = $1 and p.id = any($2::uuid[]) and p.invoice_id is null and p.undone_at is null`

/** The postings of sources of one kind, by id. A source that is gone or does not count has none. */
export async function loadPostings(
  tx: Transaction,
  source: JournalSource,
  wanted: Wanted,
): Promise<Map<string, Posting[]>> {
  const { businessId, home, ids } = wanted
  const read = async <Row extends object>(text: string) =>
    (
      await tx.client.query<Row & { id: string }>({
        name: `journal-source-${source}`,
        text,
        values: [businessId, ids],
      })
    ).rows
  switch (source) {
    case 'invoice': {
      const invoices = await loadInvoices(tx, wanted)
      return new Map([...invoices].map(([id, invoice]) => [id, invoicePostings(invoice)]))
    }
    case 'expense': {
      const rows = await read<JournalExpense>(expenses)
      return new Map(rows.map((row) => [row.id, expensePostings({ ...row, home })]))
    }
    case 'transaction': {
      const rows = await read<JournalTransaction>(transactions)
      return new Map(rows.map((row) => [row.id, transactionPostings({ ...row, home })]))
    }
    case 'payment': {
      const rows = await read<LonePayment>(payments)
      return new Map(rows.map((row) => [row.id, lonePaymentPostings({ ...row, home })]))
    }
  }
}
