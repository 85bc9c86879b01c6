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
      key.startsWith(prefix)
        ? { equal: { item: key.slice(prefix.length) } }
        : { accounts: [exactly(key)], equal: { item: '' } },
    ),
}

/** An item may have any name, such as that of another row. */
const prefix = 'item:'

/** What has no item is named after its account. */
function labelOf(account: string): string {
  if (account.startsWith(prefix)) return account.slice(prefix.length)
  if (isOtherIncome(account)) return otherIncomeLabel(account)
  if (account === 'income:sales') return 'Invoices without lines'
  return (incomeLabels.accrual as Readonly<Record<string, string>>)[account] ?? account
}
