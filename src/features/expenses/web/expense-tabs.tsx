import { PageTabs } from '../../../web/layout/page-tabs.tsx'

const tabs = [
  { to: '/expenses', label: 'Expenses' },
  { to: '/expenses/recurring', label: 'Recurring' },
] as const

/** Tabs for the lists of single and recurring expenses. */
export function ExpenseTabs() {
  return <PageTabs label="Kinds of expenses" tabs={tabs} />
}
