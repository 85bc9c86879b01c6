import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { PageTabs } from '../../../web/layout/page-tabs.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { useBusinessId, useMay } from '../../auth/web/session.ts'
import { type ExpenseUrlState, expenseList } from './expense-url-state.ts'

/** The URL state of the list as the user left it, for links back to it. */
export function useExpenseUrlState(): ExpenseUrlState {
  return expenseList.of(useBusinessId())
}

export function BackToExpenses() {
  return (
    <BackLink to="/expenses" search={useExpenseUrlState()}>
      Expenses
    </BackLink>
  )
}

export function AddExpenseLink() {
  return (
    useMay('money.write') && (
      <Button asChild>
        <Link to="/expenses/new">
          <Plus aria-hidden />
          Add Expense
        </Link>
      </Button>
    )
  )
}

const tabs = [
  { to: '/expenses', label: 'Expenses' },
  { to: '/expenses/recurring', label: 'Recurring' },
] as const

/** Tabs for the lists of single and recurring expenses. */
export function ExpenseTabs() {
  return <PageTabs label="Kinds of expenses" tabs={tabs} />
}
