import { readPages } from '../../../platform/db/read-pages.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { type Basis, accounts } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import { readAccountCodes } from './chart-of-business.ts'
import { type AccountCodes, accountCodeOf } from './chart-rules.ts'
import { type LedgerRow, descriptionOf, documentOf } from './ledger-text-rules.ts'

/** One amount on one account, as files show it. */
export interface LedgerLine {
  /** Of the journal entry: its lines come to 0, and follow one after the other. */
  entryKey: string
  day: string
  /** Of the journal. */
  account: string
  code: string
  name: string
  document: string
  description: string
  client: string
  currency: Currency
  /** Positive for a debit, negative for a credit. */
  minor: number
  /** The same in the home currency; null while there is no exchange rate. */
  homeMinor: number | null
  tax: string
  /** Thousandths of a percent. */
  taxRate: number | null
  sourceId: string
}

export interface LedgerQuery {
  businessId: string
  range: DayRange
  basis: Basis
  /** Whether bank transactions count that belong to no invoice or expense. */
  countsBank: boolean
}

const pageSize = 500

/** SQL: the postings that count. */
const counted = `j.business_id = $1 and j.basis in ('both', $2) and j.day between $3 and $4
  and ($5 or j.source <> 'transaction')`

const valuesOf = ({ businessId, basis, range, countsBank }: LedgerQuery) => [
  businessId,
  basis,
  range.from,
  range.to,
  countsBank,
]

// Only what moves money says in the journal that it is a test, and the other lines of its entry are about the same. If money
// also moved in the entry, as it does if a client pays twice a day, they are about both.
const isTest = `j.is_test or coalesce(bool_and(j.is_test) filter (where j.account = 'money') over (
  partition by j.day, j.source, j.source_id, j.is_correction, j.entry), false)`

const lineStatement = `
  select j.day::text as day, j.source, j.source_id as "sourceId", j.entry, j.account, j.currency,
    j.minor::float8 as minor, j.home_minor::float8 as "homeMinor", j.item, j.tax, j.tax_rate as "taxRate",
    j.is_correction as "isCorrection", ${isTest} as "isTest", i.number as "invoiceNumber", p.invoice_number as "paidNumber",
    case when j.entry = 'credit-note' then (
      select string_agg(n.number, ', ' order by n.number) from credit_notes n
      where n.business_id = $1 and n.invoice_id = j.source_id and n.issue_date = j.day) end as "creditNoteNumber",
    e.category as "expenseCategory", e.vendor, e.notes, t.merchant, t.description as "bankText",
    coalesce(c.company_name, i.client_name, '') as client
  from journal j
  left join invoices i on j.source = 'invoice' and i.business_id = $1 and i.id = j.source_id
  left join expenses e on j.source = 'expense' and e.business_id = $1 and e.id = j.source_id
  left join transactions t on j.source = 'transaction' and t.business_id = $1 and t.id = j.source_id
  left join payments p on j.source = 'payment' and p.business_id = $1 and p.id = j.source_id
  left join clients c on c.business_id = $1 and c.id = j.client_id
  where ${counted} and (j.minor <> 0 or coalesce(j.home_minor, 0) <> 0)
  order by j.day, j.source, j.source_id, j.is_correction, case when j.is_correction then '' else j.entry end, j.id`

/** All lines of a range of days in their order, page by page. A transaction can run one of these at a time. */
export async function* readLedgerLines(tx: Transaction, query: LedgerQuery): AsyncGenerator<LedgerLine[]> {
  const codes = await readAccountCodes(tx)
  for await (const rows of readPages<LedgerRow>(tx.client, lineStatement, pageSize, valuesOf(query))) {
    yield rows.map((row) => toLine(row, codes))
  }
}

function toLine(row: LedgerRow, codes: AccountCodes): LedgerLine {
  const { day, account, client, currency, minor, homeMinor, tax, taxRate, sourceId, entry } = row
  return {
    // What was corrected of a source comes to 0 as a whole.
    entryKey: `${day} ${sourceId} ${row.isCorrection ? 'correction' : entry}`,
    day,
    account,
    ...accountCodeOf(account, codes),
    document: documentOf(row),
    description: descriptionOf(row),
    client,
    currency,
    minor,
    homeMinor,
    tax,
    taxRate,
    sourceId,
  }
}

/** The sum of an account in the home currency. */
export interface TrialLine {
  account: string
  code: string
  name: string
  debitMinor: number
  creditMinor: number
}

export interface TrialBalance {
  lines: TrialLine[]
  debitMinor: number
  creditMinor: number
  /** What has no exchange rate: by currency, how many lines there are, and the sum of their debits. */
  withoutRate: { currency: Currency; count: number; debitMinor: number }[]
  /** What test payments and demo transactions come to on the account of money; null without any. */
  testMinor: number | null
}

const sums = `
  select j.account, case when j.home_minor is null then j.currency end as currency,
    coalesce(sum(coalesce(j.home_minor, j.minor)) filter (where coalesce(j.home_minor, j.minor) > 0), 0)::float8
      as "debitMinor",
    coalesce(-sum(coalesce(j.home_minor, j.minor)) filter (where coalesce(j.home_minor, j.minor) < 0), 0)::float8
      as "creditMinor",
    (sum(j.home_minor) filter (where j.is_test and j.account = 'money'))::float8 as "testMinor", count(*) filter (where j.minor <> 0)::float8 as count
  from journal j where ${counted} group by 1, 2 order by 1, 2`

interface SumRow {
  account: string
  currency: Currency | null
  debitMinor: number
  creditMinor: number
  testMinor: number | null
  count: number
}

/** Debits and credits of each account. They come to the same, on either basis. */
export async function readTrialBalance(tx: Transaction, query: LedgerQuery): Promise<TrialBalance> {
  const codes = await readAccountCodes(tx)
  const { rows } = await tx.client.query<SumRow>(sums, valuesOf(query))
  const converted = rows.filter(({ currency }) => currency === null)
  const others = Map.groupBy(
    rows.flatMap((row) => (row.currency === null ? [] : [{ ...row, currency: row.currency }])),
    ({ currency }) => currency,
  )
  const lines = converted
    .filter(({ debitMinor, creditMinor }) => debitMinor !== 0 || creditMinor !== 0)
    .map(({ account, debitMinor, creditMinor }) => ({
      account,
      ...accountCodeOf(account, codes),
      debitMinor,
      creditMinor,
    }))
    .toSorted(
      (a, b) => a.code.localeCompare(b.code, 'en', { numeric: true }) || (a.account < b.account ? -1 : 1),
    )
  return {
    lines,
    debitMinor: addUp(lines.map(({ debitMinor }) => debitMinor)),
    creditMinor: addUp(lines.map(({ creditMinor }) => creditMinor)),
    testMinor: converted.find(({ account }) => account === accounts.money)?.testMinor ?? null,
    withoutRate: [...others].flatMap(([currency, unrated]) => {
      const count = addUp(unrated.map((row) => row.count))
      return count === 0
        ? []
        : [{ currency, count, debitMinor: addUp(unrated.map(({ debitMinor }) => debitMinor)) }]
    }),
  }
}

const addUp = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The names of the clients whose invoices the lines are about. */
export async function readLedgerClients({ client }: Transaction, query: LedgerQuery): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct coalesce(c.company_name, i.client_name) as name
     from (select distinct source, source_id, client_id from journal j where ${counted}) j
     left join clients c on c.business_id = $1 and c.id = j.client_id
     left join invoices i on j.source = 'invoice' and i.business_id = $1 and i.id = j.source_id
     where coalesce(c.company_name, i.client_name, '') <> '' order by 1`,
    valuesOf(query),
  )
  return rows.map(({ name }) => name)
}
