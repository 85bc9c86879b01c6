import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ReportRow } from '../contract.ts'
import type { ReportKind } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { type GroupedReport, buildGrouped, groupedEntries } from './grouped.ts'
import { incomeAccounts } from './income-labels.ts'

const reportOf = ({ query: { basis } }: ReportContext): GroupedReport => ({
  selection: { accounts: incomeAccounts, basis, groupBy: 'client' },
  sign: -1,
  rowHeading: 'Client',
  labelsOf: readClients,
  totalLabel: 'Total income',
  emptySentence: 'No income in this period.',
  sentence: ({ label, share }) => `${label} brought ${share} of your income.`,
})

export const incomeByClient: ReportKind = {
  hasBasis: true,
  hasBank: true,
  build: (tx, context) => buildGrouped(tx, context, reportOf(context)),
  entriesOf: (key, context) =>
    groupedEntries(reportOf(context), key, { equal: { client_id: key === '' ? null : key } }),
}

/** The names of clients by id. What belongs to no client has an empty id. */
export async function readClients(
  { client }: Transaction,
  { businessId }: Pick<ReportContext, 'businessId'>,
  ids: readonly string[],
): Promise<Map<string, Pick<ReportRow, 'label' | 'link'>>> {
  const { rows } = await client.query<{ id: string; name: string }>({
    name: 'report-clients',
    text: 'select id, company_name as name from clients where business_id = $1 and id = any($2::uuid[])',
    values: [businessId, ids.filter((id) => id !== '')],
  })
  const labels = new Map<string, Pick<ReportRow, 'label' | 'link'>>([
    ['', { label: 'Without a client', link: null }],
  ])
  for (const { id, name } of rows) labels.set(id, { label: name, link: { kind: 'client', id } })
  return labels
}
