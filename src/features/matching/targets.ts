import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { expenseText } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { accountLabel } from '../banking/rules.ts'
import type { MatchKind } from './candidates/document-rules.ts'
import type { MatchTarget } from './contract.ts'

/** Something that a transaction can be matched with. */
export interface FoundTarget {
  kind: MatchKind
  id: string
  title: string
  detail: string
  date: string
  currency: string
  totalMinor: number
  /** What is open of it. */
  openMinor: number
  invoiceId: string | null
  /** Only of transactions. */
  institutionName: string | null
  accountType: string | null
}

export function toTarget(target: FoundTarget, amountMinor: number): MatchTarget {
  const { id, title, detail, date, currency, totalMinor, invoiceId, institutionName, accountType } = target
  return {
    id,
    title:
      institutionName === null || accountType === null
        ? title
        : accountLabel({ institutionName, type: accountType }),
    detail,
    date,
    currency,
    totalMinor,
    amountMinor,
    invoiceId,
  }
}

const noAccount = 'null::text as "institutionName", null::text as "accountType"'

/** Each selects the columns of a target. A condition and an order follow. */
const selects = {
  invoices: `select 'invoices' as kind, i.id, 'Invoice ' || i.number as title, i.client_name as detail,
      i.issue_date::text as date, i.currency, i.total_minor::float8 as "totalMinor", i.open_minor::float8 as "openMinor",
      i.id as "invoiceId", ${noAccount} from invoices i where i.business_id = $1`,
  payment: `select 'payment' as kind, p.id, 'Payment for invoice ' || p.invoice_number as title,
      coalesce(i.client_name, '') as detail, p.received_on::text as date, p.currency,
      p.amount_minor::float8 as "totalMinor", p.amount_minor::float8 as "openMinor", p.invoice_id as "invoiceId", ${noAccount}
    from payments p left join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
    where p.business_id = $1`,
  expense: `select 'expense' as kind, e.id, e.category as title, ${expenseText('e')} as detail, e.date::text as date, e.currency,
      e.amount_minor::float8 as "totalMinor", e.amount_minor::float8 as "openMinor", null::uuid as "invoiceId", ${noAccount}
    from expenses e where e.business_id = $1`,
  receipt: `select 'receipt' as kind, r.id, coalesce(r.merchant, 'Receipt') as title, r.file_name as detail,
      coalesce(r.date, r.created_at::date)::text as date, coalesce(r.currency, b.currency) as currency,
      coalesce(r.total_minor, 0)::float8 as "totalMinor", coalesce(r.total_minor, 0)::float8 as "openMinor",
      null::uuid as "invoiceId", ${noAccount}
    from receipts r join businesses b on b.id = r.business_id where r.business_id = $1`,
  transfer: `select 'transfer' as kind, o.id, 'Transaction' as title, o.description as detail, o.date::text as date,
      o.currency, o.amount_minor::float8 as "totalMinor", o.amount_minor::float8 as "openMinor", null::uuid as "invoiceId",
      c.institution_name as "institutionName", a.type as "accountType"
    from transactions o left join bank_accounts a on a.business_id = o.business_id and a.id = o.account_id
    left join bank_connections c on c.business_id = a.business_id and c.id = a.connection_id
    where o.business_id = $1`,
  payout: `select 'payout' as kind, u.id, case u.provider when 'card' then 'Stripe' else 'PayPal' end || ' payout' as title,
      '' as detail, u.arrives_on::text as date, u.currency, abs(u.amount_minor)::float8 as "totalMinor",
      abs(u.amount_minor)::float8 as "openMinor", null::uuid as "invoiceId", ${noAccount}
    from payouts u where u.business_id = $1`,
} satisfies Record<MatchKind, string>

/** Not matched with another transaction, and not over. */
const isFree: Record<keyof typeof selects, string> = {
  invoices: `i.status = 'pending' and i.approval is null and i.open_minor > 0`,
  payment: `p.undone_at is null and p.transaction_id is null and not p.is_test and p.method not in ('card', 'paypal', 'demo')`,
  expense: 'e.transaction_id is null',
  receipt: 'r.transaction_id is null',
  transfer: `o.transfer_id is null and o.status = 'posted' and not exists (select from transaction_matches m
    where m.business_id = $1 and m.transaction_id = o.id and m.state = 'accepted')`,
  payout: `u.transaction_id is null and u.state in ('paid', 'in-transit')`,
}

const idOf = {
  invoices: 'i.id',
  payment: 'p.id',
  expense: 'e.id',
  receipt: 'r.id',
  transfer: 'o.id',
  payout: 'u.id',
}
const kinds = Object.keys(selects) as (keyof typeof selects)[]

const byId = kinds.map((kind) => `${selects[kind]} and ${idOf[kind]} = any($2::uuid[])`).join(' union all ')

export async function readTargets(
  { client }: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<FoundTarget[]> {
  if (ids.length === 0) return []
  const values = [businessId, [...new Set(ids)]]
  const { rows } = await client.query<FoundTarget>({ name: 'match-targets', text: byId, values })
  return rows
}

/** Those of one kind that a transaction can be matched with now. */
export async function readFreeTargets(
  { client }: Transaction,
  businessId: string,
  kind: keyof typeof selects,
  ids: readonly string[],
): Promise<FoundTarget[]> {
  const { rows } = await client.query<FoundTarget>(
    `${selects[kind]} and ${idOf[kind]} = any($2::uuid[]) and ${isFree[kind]}`,
    [businessId, ids],
  )
  return rows
}

export interface Wanted {
  id: string
  accountId: string | null
  isIncome: boolean
  date: string
  currency: string
  amountMinor: number
  search: string
}

const maxEach = 30

// $2 amount, $3 date, $4 currency, $5 the searched text as a pattern or null, $6 account, $7 income, $8 its own id.
const amountText = (column: string) => `${column}::text like (select replace(replace($5, '.', ''), ',', ''))`
const searched: Record<keyof typeof selects, string> = {
  invoices: `(lower(i.number) like (select lower($5)) or lower(i.client_name) like (select lower($5))
    or lower(i.purchase_order) like (select lower($5)) or ${amountText('i.open_minor')})`,
  payment: `(lower(p.invoice_number) like (select lower($5)) or lower(i.client_name) like (select lower($5))
    or lower(p.note) like (select lower($5)) or ${amountText('p.amount_minor')})`,
  expense: `(e.search_text like (select lower($5)) or lower(e.category) like (select lower($5))
    or ${amountText('e.amount_minor')})`,
  receipt: `(lower(r.merchant) like (select lower($5)) or lower(r.file_name) like (select lower($5))
    or ${amountText('r.total_minor')})`,
  transfer: `(lower(o.description) like (select lower($5)) or ${amountText('o.amount_minor')})`,
  payout: `(case u.provider when 'card' then 'stripe' else 'paypal' end like (select lower($5)) or ${amountText('abs(u.amount_minor)')})`,
}
const dateOf = {
  invoices: 'i.due_date',
  payment: 'p.received_on',
  expense: 'e.date',
  receipt: 'r.date',
  transfer: 'o.date',
  payout: 'u.arrives_on',
}
const minorOf = {
  invoices: 'i.open_minor',
  payment: 'p.amount_minor',
  expense: 'e.amount_minor',
  receipt: 'r.total_minor',
  transfer: 'o.amount_minor',
  payout: 'abs(u.amount_minor)',
}
const currencyOf = {
  invoices: 'i.currency',
  payment: 'p.currency',
  expense: 'e.currency',
  receipt: 'r.currency',
  transfer: 'o.currency',
  payout: 'u.currency',
}
const besides: Record<keyof typeof selects, string> = {
  invoices: '$7 and i.currency = $4',
  payment: '$7 and p.received_on between $3::date - 60 and $3::date + 60',
  expense: 'not $7 and e.date between $3::date - 60 and $3::date + 60',
  receipt: `not $7 and r.state = 'read' and r.date between $3::date - 60 and $3::date + 60`,
  transfer: `o.id <> $8 and o.is_income <> $7 and o.account_id <> $6 and o.currency = $4 and o.amount_minor = $2
    and o.date between $3::date - 10 and $3::date + 10`,
  payout: `u.currency = $4 and abs(u.amount_minor) = $2 and (u.amount_minor > 0) = $7
    and u.arrives_on between $3::date - 30 and $3::date + 30`,
}

/** The same amount first, then what is nearest by date. */
const search = kinds
  .map(
    (
      kind,
    ) => `(${selects[kind]} and ${isFree[kind]} and ${besides[kind]} and ($5::text is null or ${searched[kind]})
      order by ${minorOf[kind]} = $2 and ${currencyOf[kind]} = $4 desc, abs(${dateOf[kind]} - $3::date), ${idOf[kind]}
      limit ${maxEach})`,
  )
  .join(' union all ')

/** What a transaction may belong to, of every kind. */
export async function searchTargets(
  { client }: Transaction,
  businessId: string,
  { id, accountId, isIncome, date, currency, amountMinor, search: text }: Wanted,
): Promise<FoundTarget[]> {
  const { rows } = await client.query<FoundTarget>({
    name: 'search-match-targets',
    text: search,
    values: [
      businessId,
      amountMinor,
      date,
      currency,
      text === '' ? null : containsPattern(text),
      accountId,
      isIncome,
      id,
    ],
  })
  return rows
}
