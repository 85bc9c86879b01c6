import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { FileAnswer, QueryOf } from '../../shared/endpoint.ts'
import { decimalText } from '../../shared/money.ts'
import { type ListColumn, exportList } from '../exports/export-list.ts'
import type { ExportDeps } from '../exports/export-sheet.ts'
import type { OwnValues } from '../fields/contract.ts'
import { ownSheetColumns } from '../fields/sheet-columns.ts'
import type { Owed, exportClients as contract } from './contract.ts'
import { owedOf, viewConditions } from './list-clients-with-sums.ts'
import { matchesSearch } from './queries.ts'

interface Row {
  companyName: string
  contactName: string
  email: string
  phone: string
  address: string
  country: string
  taxId: string
  owed: Owed[]
  lastInvoiceOn: string | null
  archivedAt: string | null
  ownFields: OwnValues
}

export async function exportClients(
  deps: ExportDeps,
  identity: Identity,
  { format, ...filters }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const { timeZone, currency } = identity.business
  const today = dateIn(timeZone, deps.now())
  return exportList<Row>(deps, identity, {
    name: 'Clients',
    format,
    statement: selectClients(identity.businessId, today, filters),
    columns: [
      ...sheetColumns(currency, timeZone),
      ...(await ownSheetColumns(deps.database, identity.businessId, 'client')),
    ],
  })
}

function selectClients(
  businessId: string,
  today: string,
  { view, search }: Omit<QueryOf<typeof contract>, 'format'>,
) {
  const values: string[] = [businessId, today]
  const conditions = ['c.business_id = $1', viewConditions[view]]
  if (search !== '') conditions.push(matchesSearch(`$${values.push(containsPattern(search))}`))
  // The sums of all clients are read once, rather than for each.
  const text = `
    select c.company_name as "companyName", c.contact_name as "contactName", c.email, c.phone, c.address, c.country,
      c.tax_id as "taxId", c.own_fields as "ownFields", ${isoMoment('c.archived_at')} as "archivedAt", coalesce(o.owed, '[]') as owed,
      (select i.issue_date::text from invoices i where i.business_id = $1 and i.client_id = c.id
        order by i.issue_date desc limit 1) as "lastInvoiceOn"
    from clients c
    left join (
      select client_id, json_agg(json_build_object('currency', currency, 'openMinor', "openMinor",
        'overdueMinor', "overdueMinor") order by currency) as owed
      from (${owedOf('true', '$2')}) sums group by client_id
    ) o on o.client_id = c.id
    where ${conditions.join(' and ')} order by lower(c.company_name), c.id`
  return { text, values }
}

function sheetColumns(home: string, timeZone: string): ListColumn<Row>[] {
  const inHome = (owed: readonly Owed[], key: 'openMinor' | 'overdueMinor') => ({
    minor: owed.find(({ currency }) => currency === home)?.[key] ?? 0,
    currency: home,
  })
  return [
    { header: 'Company', kind: 'text', cell: ({ companyName }) => companyName },
    { header: 'Contact', kind: 'text', cell: ({ contactName }) => contactName },
    { header: 'Email', kind: 'text', width: 28, cell: ({ email }) => email },
    { header: 'Phone', kind: 'text', width: 18, cell: ({ phone }) => phone },
    { header: 'Address', kind: 'text', width: 36, cell: ({ address }) => address },
    { header: 'Country', kind: 'text', width: 10, cell: ({ country }) => country },
    { header: 'Tax ID', kind: 'text', width: 18, cell: ({ taxId }) => taxId },
    { header: `Owed in ${home}`, kind: 'money', cell: ({ owed }) => inHome(owed, 'openMinor') },
    { header: `Overdue in ${home}`, kind: 'money', cell: ({ owed }) => inHome(owed, 'overdueMinor') },
    { header: 'Owed in other currencies', kind: 'text', cell: ({ owed }) => owedElsewhere(owed, home) },
    { header: 'Last invoice', kind: 'date', cell: ({ lastInvoiceOn }) => lastInvoiceOn },
    {
      header: 'Archived on',
      kind: 'date',
      cell: ({ archivedAt }) => archivedAt && dateIn(timeZone, new Date(archivedAt)),
    },
  ]
}

/** "EUR 120.00, JPY 5000" */
function owedElsewhere(owed: readonly Owed[], home: string): string {
  return owed
    .filter(({ currency }) => currency !== home)
    .map(({ currency, openMinor }) => `${currency} ${decimalText(openMinor, currency)}`)
    .join(', ')
}
