import { expenseAccount } from '../../journal/posting-rules.ts'
import { exactly } from '../entry-filter.ts'
import type { ReportKind } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import { type GroupedReport, buildGrouped, groupedEntries } from './grouped.ts'
import { expenseAccounts } from './income-labels.ts'
import { readTaxCounts } from './read-tax-counts.ts'

/** The accounts of one category, or of all. */
export const accountsOf = ({ query: { category } }: ReportContext) =>
  category === undefined ? expenseAccounts : [exactly(expenseAccount(category))]

const reportOf = (context: ReportContext): GroupedReport => ({
  selection: { accounts: accountsOf(context), basis: 'cash', groupBy: 'account' },
  sign: 1,
  rowHeading: 'Category',
  labelsOf: async (_tx, _context, names) =>
    new Map(names.map((name) => [name, { label: name.slice(expenseAccount('').length), link: null }])),
  counts: { label: 'Counts for tax', read: readTaxCounts },
  totalLabel: 'Total expenses',
  emptySentence: 'Nothing was spent in this period.',
  sentence: ({ label, share, amount }) => `${label} took the most: ${amount}, ${share} of what you spent.`,
})

export const expensesByCategory: ReportKind = {
  hasBasis: false,
  hasBank: true,
  build: (tx, context) => buildGrouped(tx, context, reportOf(context)),
  entriesOf: (key, context, column) =>
    column === 'counts' ? null : groupedEntries(reportOf(context), key, { accounts: [exactly(key)] }),
}
