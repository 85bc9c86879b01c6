import type { ReportKind } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { accountsOf } from './expenses-by-category.ts'
import { type GroupedReport, buildGrouped, groupedEntries } from './grouped.ts'

/** A merchant may have any name, such as that of another row. */
const merchantOf = (key: string) => key.slice('merchant:'.length)

const reportOf = (context: ReportContext): GroupedReport => ({
  selection: { accounts: accountsOf(context), basis: 'cash', groupBy: 'merchant' },
  sign: 1,
  rowHeading: 'Merchant',
  labelsOf: async (_tx, _context, names) =>
    new Map(names.map((name) => [name, { label: merchantOf(name) || 'No merchant given', link: null }])),
  totalLabel: 'Total expenses',
  emptySentence: 'Nothing was spent in this period.',
  sentence: ({ label, share, amount }) => `You spent most with ${label}: ${amount}, ${share} of everything.`,
})

export const expensesByMerchant: ReportKind = {
  hasBasis: false,
  hasBank: true,
  build: (tx, context) => buildGrouped(tx, context, reportOf(context)),
  entriesOf: (key, context) => groupedEntries(reportOf(context), key, { equal: { item: merchantOf(key) } }),
}
