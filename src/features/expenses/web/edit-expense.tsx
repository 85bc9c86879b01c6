import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFound } from '../../../web/api-client.ts'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { AttachmentsCard } from '../../attachments/web/attachments-card.tsx'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { expenseQuery, recurringExpenseQuery } from './expense-api.ts'
import { expenseValuesOf } from './expense-form-values.ts'
import { ExpenseForm } from './expense-form.tsx'
import { BackToExpenses } from './expense-links.tsx'
import { ExpenseView } from './expense-view.tsx'

interface EditExpenseProps {
  id: string
  comments: ReactNode
}

export function EditExpense(props: EditExpenseProps) {
  return <SignedIn>{(session) => <ExistingExpense key={props.id} {...props} session={session} />}</SignedIn>
}

function ExistingExpense({ id, comments, session }: EditExpenseProps & { session: Session }) {
  const today = useToday(session)
  const query = useQuery(expenseQuery(id))
  const mayWrite = useMay('money.write')
  const { data: expense, error, isPending } = query
  if (isPending) return <PageSkeleton />
  if (!expense && isNotFound(error)) {
    return (
      <NotFound title="Expense Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/expenses">Back to Expenses</Link>
      </NotFound>
    )
  }
  if (!expense) {
    return (
      <Page width="narrow">
        <ErrorState level={1} query={query} />
      </Page>
    )
  }
  if (!mayWrite) return <ExpenseView expense={expense} comments={comments} />
  return (
    <Page width="narrow">
      <PageHeader title="Edit Expense" above={<BackToExpenses />} />
      {expense.seriesId !== null && <RecurringNotice seriesId={expense.seriesId} />}
      <ExpenseForm
        draftOwner={draftOwnerOf(session)}
        expense={expense}
        initial={expenseValuesOf(expense)}
        today={today}
      />
      <AttachmentsCard kind="expense" id={expense.id} />
      {comments}
    </Page>
  )
}

function RecurringNotice({ seriesId }: { seriesId: string }) {
  // A recurring expense that was ended for good has no page.
  const { data } = useQuery(recurringExpenseQuery(seriesId))
  return (
    <Notice
      title="Added by a recurring expense"
      actions={
        data && (
          <Button asChild variant="secondary" size="sm">
            <Link to="/expenses/recurring/$id" params={{ id: seriesId }}>
              See the Recurring Expense
            </Link>
          </Button>
        )
      }
    >
      Changes here apply to this one only. The others stay as they are.
    </Notice>
  )
}
