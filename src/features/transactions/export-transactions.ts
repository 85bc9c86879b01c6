import { expenseText } from '../../platform/db/tables/expenses.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { FileAnswer, QueryOf } from '../../shared/endpoint.ts'
import { type ListColumn, exportList } from '../exports/export-list.ts'
import type { ExportDeps } from '../exports/export-sheet.ts'
import type { Transaction, exportTransactions as contract } from './contract.ts'
import { chooseTransactions } from './list-transactions.ts'
import { type TransactionRow, selectTransactions, toTransaction } from './queries.ts'

/** The largest number that the search takes. */
const noLimit = 2_147_483_647

/** What the owner or a rule has matched a transaction with, by name. */
const matchedWith = `, (select string_agg(coalesce(
    (select 'Invoice ' || i.number from invoices i where i.business_id = $1 and i.id = target.id),
    (select 'Invoice ' || p.invoice_number from payments p where p.business_id = $1 and p.id = target.id),
    (select nullif(${expenseText('e')}, '') from expenses e where e.business_id = $1 and e.id = target.id),
    (select r.merchant from receipts r where r.business_id = $1 and r.id = target.id),
    initcap(left(m.kind, 1)) || substr(m.kind, 2)), ', ' order by target.position)
  from transaction_matches m, lateral (
    select (value->>'id')::uuid as id, position from jsonb_array_elements(m.targets) with ordinality as t(value, position)
  ) target
  where m.business_id = $1 and m.transaction_id = t.id and m.state = 'accepted') as "matchedWith"`

type Row = TransactionRow & { matchedWith: string | null }

export function exportTransactions(
  deps: ExportDeps,
  identity: Identity,
  { format, ...filters }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const range = { request: { direction: 'first' }, limit: noLimit } as const
  const { chosen, order, values } = chooseTransactions(identity.businessId, filters, range)
  return exportList<Row>(deps, identity, {
    name: 'Transactions',
    format,
    statement: { text: selectTransactions(chosen, order, matchedWith), values },
    columns: sheetColumns,
  })
}

const typeLabels = { income: 'Income', expense: 'Expense' } as const
const statusLabels = { posted: 'Posted', pending: 'Pending' } as const

/** A column of what the list shows. */
const shown = (
  { header, width }: { header: string; width?: number },
  textOf: (transaction: Transaction) => string,
): ListColumn<Row> => ({
  header,
  kind: 'text',
  ...(width === undefined ? {} : { width }),
  cell: (row) => textOf(toTransaction(row)),
})

const sheetColumns: readonly ListColumn<Row>[] = [
  { header: 'Date', kind: 'date', cell: ({ date }) => date },
  { header: 'Description', kind: 'text', width: 40, cell: ({ description }) => description },
  shown({ header: 'Merchant' }, ({ merchant }) => merchant),
  shown({ header: 'Account' }, ({ accountLabel }) => accountLabel ?? 'Unknown Account'),
  { header: 'Category', kind: 'text', width: 18, cell: ({ category }) => category },
  shown({ header: 'Type', width: 12 }, ({ isTransfer, type }) =>
    isTransfer ? 'Transfer' : typeLabels[type],
  ),
  shown({ header: 'Status', width: 12 }, ({ status }) => statusLabels[status]),
  { header: 'Currency', kind: 'text', width: 10, cell: ({ currency }) => currency },
  {
    header: 'Amount',
    kind: 'money',
    cell: ({ amount_minor: minor, is_income: isIncome, currency }) => ({
      minor: isIncome ? Number(minor) : -Number(minor),
      currency,
    }),
  },
  { header: 'Matched with', kind: 'text', width: 32, cell: ({ matchedWith: text }) => text },
]
