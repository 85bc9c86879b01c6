import { orderByDate } from '../../platform/db/date-pages.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { FileAnswer, QueryOf } from '../../shared/endpoint.ts'
import { type ListColumn, exportList } from '../exports/export-list.ts'
import type { ExportDeps } from '../exports/export-sheet.ts'
import type { exportExpenses as contract } from './contract.ts'
import { listKey, ofFilters } from './list-expenses.ts'

interface Row {
  date: string
  vendor: string
  category: string
  notes: string
  currency: string
  amountMinor: number
  rate: string | null
  homeMinor: number | null
  clientName: string | null
  invoiceNumber: string | null
}

const columns = `e.date::text as date, e.vendor, e.category, e.notes, e.currency,
  e.amount_minor::float8 as "amountMinor", e.rate::text as rate, e.home_minor::float8 as "homeMinor",
  c.company_name as "clientName", i.number as "invoiceNumber"`
const joins = `left join clients c on c.business_id = e.business_id and c.id = e.client_id
  left join invoices i on i.business_id = e.business_id and i.id = e.billed_invoice_id`

export function exportExpenses(
  deps: ExportDeps,
  identity: Identity,
  { format, ...filters }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const values: string[] = [identity.businessId]
  const { conditions } = ofFilters(filters, (value) => `$${values.push(value)}`)
  const where = ['e.business_id = $1', ...conditions].join(' and ')
  const order = orderByDate({ direction: 'first' }, listKey)
  return exportList<Row>(deps, identity, {
    name: 'Expenses',
    format,
    statement: { text: `select ${columns} from expenses e ${joins} where ${where} ${order}`, values },
    columns: sheetColumns(identity.business.currency),
  })
}

function sheetColumns(home: string): ListColumn<Row>[] {
  return [
    { header: 'Date', kind: 'date', cell: ({ date }) => date },
    { header: 'Vendor', kind: 'text', cell: ({ vendor }) => vendor },
    { header: 'Category', kind: 'text', width: 18, cell: ({ category }) => category },
    { header: 'Notes', kind: 'text', width: 40, cell: ({ notes }) => notes },
    { header: 'Currency', kind: 'text', width: 10, cell: ({ currency }) => currency },
    {
      header: 'Amount',
      kind: 'money',
      cell: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    },
    { header: 'Rate', kind: 'number', cell: ({ rate }) => (rate === null ? null : Number(rate)) },
    {
      header: `Amount in ${home}`,
      kind: 'money',
      cell: ({ currency, amountMinor, homeMinor }) => {
        const minor = currency === home ? amountMinor : homeMinor
        return minor === null ? null : { minor, currency: home }
      },
    },
    { header: 'Client', kind: 'text', cell: ({ clientName }) => clientName },
    { header: 'Invoice', kind: 'text', width: 16, cell: ({ invoiceNumber }) => invoiceNumber },
  ]
}
