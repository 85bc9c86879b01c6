import { orderByDate } from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { FileAnswer, QueryOf } from '../../shared/endpoint.ts'
import { type ListColumn, exportList } from '../exports/export-list.ts'
import type { ExportDeps } from '../exports/export-sheet.ts'
import type { OwnValues } from '../fields/contract.ts'
import { ownSheetColumns } from '../fields/sheet-columns.ts'
import type { exportInvoices as contract } from './contract.ts'
import { listKey, ofStatus, searchFor } from './list-conditions.ts'
import { type StoredStatus, statusLabels, statusOn } from './rules.ts'

interface Row {
  number: string
  clientName: string
  clientEmail: string
  clientTaxId: string
  purchaseOrder: string
  issueDate: string
  dueDate: string
  status: StoredStatus
  currency: string
  taxMinor: number
  totalMinor: number
  creditNotesMinor: number
  discountMinor: number
  receivedMinor: number
  waivedMinor: number
  openMinor: number
  sentAt: string | null
  paidAt: string | null
  ownFields: OwnValues
}

const columns = `i.number, i.client_name as "clientName", i.client_email as "clientEmail",
  i.client_tax_id as "clientTaxId", i.purchase_order as "purchaseOrder", i.issue_date::text as "issueDate",
  i.due_date::text as "dueDate", i.status, i.currency, i.tax_minor::float8 as "taxMinor",
  i.total_minor::float8 as "totalMinor", i.credit_notes_minor::float8 as "creditNotesMinor",
  i.credited_minor::float8 as "discountMinor", i.received_minor::float8 as "receivedMinor",
  i.waived_minor::float8 as "waivedMinor", i.open_minor::float8 as "openMinor",
  i.own_fields as "ownFields", ${isoMoment('i.sent_at')} as "sentAt", ${isoMoment('i.paid_at')} as "paidAt"`

export async function exportInvoices(
  deps: ExportDeps,
  identity: Identity,
  { format, ...filters }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const { timeZone } = identity.business
  const today = dateIn(timeZone, deps.now())
  return exportList<Row>(deps, identity, {
    name: 'Invoices',
    format,
    statement: selectInvoices(identity, today, filters),
    columns: [
      ...sheetColumns(timeZone, today),
      ...(await ownSheetColumns(deps.database, identity.businessId, 'invoice')),
    ],
  })
}

function selectInvoices(
  { businessId, business }: Identity,
  today: string,
  filters: Omit<QueryOf<typeof contract>, 'format'>,
) {
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = ['i.business_id = $1', ...ofStatus(filters.status, today, parameter)]
  if (filters.search !== '') {
    const { fits, fitsOwnField, matches } = searchFor(filters, business.locale, parameter)
    conditions.push(`(${[fits('i'), fitsOwnField, ...matches.map((match) => `(${match})`)].join(' or ')})`)
  }
  const order = orderByDate({ direction: 'first' }, listKey)
  return { text: `select ${columns} from invoices i where ${conditions.join(' and ')} ${order}`, values }
}

function sheetColumns(timeZone: string, today: string): ListColumn<Row>[] {
  const dayOf = (moment: string | null) => moment && dateIn(timeZone, new Date(moment))
  const money = (header: string, minorOf: (row: Row) => number): ListColumn<Row> => ({
    header,
    kind: 'money',
    cell: (row) => ({ minor: minorOf(row), currency: row.currency }),
  })
  return [
    { header: 'Number', kind: 'text', width: 16, cell: ({ number }) => number },
    { header: 'Client', kind: 'text', cell: ({ clientName }) => clientName },
    { header: 'Client email', kind: 'text', cell: ({ clientEmail }) => clientEmail },
    { header: 'Client tax ID', kind: 'text', width: 18, cell: ({ clientTaxId }) => clientTaxId },
    { header: 'Purchase order', kind: 'text', width: 18, cell: ({ purchaseOrder }) => purchaseOrder },
    { header: 'Issue date', kind: 'date', cell: ({ issueDate }) => issueDate },
    { header: 'Due date', kind: 'date', cell: ({ dueDate }) => dueDate },
    { header: 'Status', kind: 'text', width: 12, cell: (row) => statusLabels[statusOn(today, row)] },
    { header: 'Currency', kind: 'text', width: 10, cell: ({ currency }) => currency },
    money('Tax', ({ taxMinor }) => taxMinor),
    money('Total', ({ totalMinor }) => totalMinor),
    money('Credited', ({ creditNotesMinor }) => creditNotesMinor),
    money('Early payment discount', ({ discountMinor }) => discountMinor),
    money('Received', ({ receivedMinor }) => receivedMinor),
    money('Waived', ({ waivedMinor }) => waivedMinor),
    money('Open', ({ openMinor }) => openMinor),
    { header: 'Sent on', kind: 'date', cell: ({ sentAt }) => dayOf(sentAt) },
    { header: 'Paid on', kind: 'date', cell: ({ paidAt }) => dayOf(paidAt) },
  ]
}
