import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useSession } from '../../auth/web/session.ts'
import { type ExpenseUrlState, rememberedExpenseUrlState } from './expense-url-state.ts'

/** The URL state of the list as the user left it, for links back to it. */
export function useExpenseUrlState(): ExpenseUrlState {
  const state = useSession()
  return rememberedExpenseUrlState(state.status === 'signed-in' ? state.session.business.id : undefined)
}

const linkClassName =
  'flex w-fit items-center gap-1.5 text-sm text-muted hover:text-foreground touch:min-h-11'

export function BackToExpenses() {
  return (
    <Link to="/expenses" search={useExpenseUrlState()} className={linkClassName}>
      <ArrowLeft aria-hidden className="size-4" />
      Expenses
    </Link>
  )
}

export function BackToRecurring() {
  return (
    <Link to="/expenses/recurring" className={linkClassName}>
      <ArrowLeft aria-hidden className="size-4" />
      Recurring expenses
    </Link>
  )
}
