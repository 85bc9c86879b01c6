import type pg from 'pg'
import { expenseText } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { includesFeature, type Plan } from '../billing/rules.ts'
import type {
  BankTransaction,
  Decision,
  Documents,
  OpenExpense,
  OpenInvoice,
  OpenPayout,
  OwnAccount,
  RecordedPayment,
  UnfiledReceipt,
} from './candidates/document-rules.ts'

/** Transactions that are older stay as they are. */
export const maxAgeDays = 400
/** The newest come first, if there are more. */
const maxTransactions = 10_000
const maxDocuments = 20_000

/** $1 the business, $2 the first day. */
export const isUnmatched = (
  t: string,
) => `${t}.business_id = $1 and ${t}.date >= $2::date and ${t}.status = 'posted'
  and ${t}.transfer_id is null and not exists (select from transaction_matches m
    where m.business_id = $1 and m.transaction_id = ${t}.id and m.state = 'accepted')`

const unmatched = `select t.id, t.account_id as "accountId", t.date::text as date, t.currency,
    t.amount_minor::float8 as "amountMinor", t.is_income as "isIncome",
    concat_ws(' ', t.merchant, t.description, t.reference) as text, t.merchant_key as "merchantKey", t.category,
    t.id in (select r.transaction_id from receipts r where r.business_id = $1 and r.transaction_id is not null)
      as "hasReceipt"
  from transactions t where ${isUnmatched('t')}`

/** The transaction alone, with those that may be the other side of a transfer. */
const onlyOne = `and exists (select from transactions own where own.business_id = $1 and own.id = $3
  and (t.id = own.id or t.amount_minor = own.amount_minor and t.date between own.date - 8 and own.date + 8))`

export async function loadTransactions(
  { client }: Transaction,
  businessId: string,
  { since, only }: { since: string; only?: string | undefined },
): Promise<BankTransaction[]> {
  const { rows } = await client.query<BankTransaction>(
    `${unmatched} ${only === undefined ? '' : onlyOne} order by t.date desc, t.id desc limit ${maxTransactions}`,
    [businessId, since, ...(only === undefined ? [] : [only])],
  )
  return rows.toReversed()
}

const invoices = `select id, number, purchase_order as "purchaseOrder", client_id as "clientId",
    client_name as "clientName", currency, open_minor::float8 as "openMinor", total_minor::float8 as "totalMinor",
    credit_notes_minor::float8 as "creditNotesMinor", received_minor::float8 as "receivedMinor",
    waived_minor::float8 as "waivedMinor", payment_terms as "paymentTerms", issue_date::text as "issueDate",
    due_date::text as "dueDate", sent_at is null and send_option <> 'do_not_send' as "isDraft"
  from invoices where business_id = $1 and status = 'pending' and approval is null and open_minor > 0
  order by due_date, id limit ${maxDocuments}`

const closedNumbers = `select number from invoices
  where business_id = $1 and status <> 'pending' and issue_date >= $2::date - 365 limit ${maxDocuments}`

const payments = `select p.id, p.invoice_number as "invoiceNumber", i.client_id as "clientId",
    coalesce(i.client_name, '') as "clientName", p.currency, p.amount_minor::float8 as "amountMinor",
    p.received_on::text as "receivedOn"
  from payments p left join invoices i on i.business_id = $1 and i.id = p.invoice_id
  where p.business_id = $1 and p.received_on >= $2::date - 30 and p.undone_at is null and p.transaction_id is null
    and p.method in ('transfer', 'cash', 'cheque', 'other') and not p.is_test
  order by p.received_on, p.id limit ${maxDocuments}`

const expenses = `select id, currency, amount_minor::float8 as "amountMinor", date::text as date, ${expenseText('expenses')} as notes
  from expenses where business_id = $1 and date >= $2::date - 30 and transaction_id is null
  order by date desc, id limit ${maxDocuments}`

const receipts = `select id, coalesce(merchant, '') as merchant, currency, total_minor::float8 as "totalMinor",
    date::text as date, text, declined::text[] as declined
  from receipts where business_id = $1 and state = 'read' and expense_id is null and transaction_id is null
    and date >= $2::date - 30 and currency is not null and total_minor > 0
  order by date, id limit ${maxDocuments}`

const payouts = `select id, provider, currency, amount_minor::float8 as "amountMinor", arrives_on::text as "arrivesOn",
    is_test as "isTest"
  from payouts where business_id = $1 and arrives_on >= $2::date - 30 and transaction_id is null
    and state in ('paid', 'in-transit') order by arrives_on, id limit ${maxDocuments}`

const decisions = `select distinct m.merchant_key as "merchantKey", m.state, m.client_id as "clientId", nullif(${expenseText('e')}, '') as notes
  from transaction_matches m
  left join expenses e on m.kind = 'expense' and e.business_id = $1 and e.transaction_id = m.transaction_id
  where m.business_id = $1 and m.state <> 'suggested' and m.merchant_key <> ''
    and (m.client_id is not null or e.notes <> '' or e.vendor <> '') limit ${maxDocuments}`

const declined = `select transaction_id as "transactionId", array_agg(target_key) as keys
  from transaction_matches where business_id = $1 and state = 'declined' group by 1`

/** Everything that transactions since a day may belong to, in a fixed number of statements. */
export async function loadDocuments(
  { client }: Transaction,
  businessId: string,
  since: string,
): Promise<Documents> {
  const read = async <Row extends pg.QueryResultRow>(text: string, values: string[] = [businessId]) =>
    (await client.query<Row>(text, values)).rows
  const sinceThen = [businessId, since]
  const [business] = await read<{ name: string; plan: Plan }>(
    'select name, plan from businesses where id = $1',
  )
  const hasReceipts = business !== undefined && includesFeature(business.plan, 'receipts')
  const refused = await read<{ transactionId: string; keys: string[] }>(declined)
  return {
    businessName: business?.name ?? '',
    invoices: await read<OpenInvoice>(invoices),
    closedNumbers: (await read<{ number: string }>(closedNumbers, sinceThen)).map(({ number }) => number),
    payments: await read<RecordedPayment>(payments, sinceThen),
    expenses: (await read<OpenExpense>(expenses, sinceThen)).toReversed(),
    receipts: hasReceipts ? await read<UnfiledReceipt>(receipts, sinceThen) : [],
    payouts: await read<OpenPayout>(payouts, sinceThen),
    accounts: await read<OwnAccount>('select id, last4 from bank_accounts where business_id = $1'),
    decisions: await read<Decision>(decisions),
    declined: new Map(refused.map(({ transactionId, keys }) => [transactionId, new Set(keys)])),
  }
}
