import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { newExpenseValues } from './expense-form-values.ts'
import { ExpenseForm } from './expense-form.tsx'
import { BackToExpenses } from './expense-links.tsx'

export function NewExpensePage() {
  return <SignedIn>{(session) => <NewExpense session={session} />}</SignedIn>
}

function NewExpense({ session }: { session: Session }) {
  const today = useToday(session)
  return (
    <Page width="narrow">
      <PageHeader title="Add Expense" above={<BackToExpenses />} />
      <ExpenseForm
        userId={session.user.id}
        expense={null}
        initial={newExpenseValues(today, session.business.currency)}
        today={today}
      />
    </Page>
  )
}
