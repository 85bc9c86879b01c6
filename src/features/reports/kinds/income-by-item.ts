import { exactly } from '../entry-filter.ts'
import type { ReportKind } from '../report-body.ts'
import { type GroupedReport, buildGrouped, groupedEntries } from './grouped.ts'
import { incomeAccounts, incomeLabels, isOtherIncome, otherIncomeLabel } from './income-labels.ts'

const report: GroupedReport = {
  selection: { accounts: incomeAccounts, basis: 'accrual', groupBy: 'item' },
  sign: -1,
  rowHeading: 'Item',
  labelsOf: async (_tx, _context, names) =>
    new Map(names.map((name) => [name, { label: labelOf(name), link: null }])),
  totalLabel: 'Total income',
  emptySentence: 'Nothing was invoiced in this period.',
  sentence: ({ label, share }) => `${label} brought ${share} of your income.`,
}

export const incomeByItem: ReportKind = {
  hasBasis: false,
  hasBank: true,
  build: (tx, context) => buildGrouped(tx, context, report),
  entriesOf: (key) =>
    groupedEntries(
      report,
      key,
      key.startsWith(' ')
        ? { accounts: [exactly(key.slice(1))], equal: { item: '' } }
        : { equal: { item: key } },
    ),
}

/** What has no item begins with a space and is named after its account. */
function labelOf(name: string): string {
  if (!name.startsWith(' ')) return name
  const account = name.slice(1)
  if (isOtherIncome(account)) return otherIncomeLabel(account)
  if (account === 'income:sales') return 'Invoices without lines'
  return (incomeLabels.accrual as Readonly<Record<string, string>>)[account] ?? account
}
