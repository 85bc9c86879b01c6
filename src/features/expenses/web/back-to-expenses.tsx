import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useSession } from '../../auth/web/session.ts'
import { type ExpenseUrlState, rememberedExpenseUrlState } from './expense-url-state.ts'

/** For a link to /expenses that leads back to where in the list one was. */
export function useExpenseUrlState(): ExpenseUrlState {
  const state = useSession()
  return rememberedExpenseUrlState(state.status === 'signed-in' ? state.session.business.id : undefined)
}

const look = 'flex w-fit items-center gap-1.5 text-sm text-muted hover:text-foreground touch:min-h-11'

export function BackToExpenses() {
  return (
    <Link to="/expenses" search={useExpenseUrlState()} className={look}>
      <ArrowLeft aria-hidden className="size-4" />
      Expenses
    </Link>
  )
}

export function BackToRecurring() {
  return (
    <Link to="/expenses/recurring" className={look}>
      <ArrowLeft aria-hidden className="size-4" />
      Recurring expenses
    </Link>
  )
}
