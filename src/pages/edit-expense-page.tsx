import { useParams } from '@tanstack/react-router'
import { Comments } from '../features/comments/web/comments.tsx'
import { EditExpense } from '../features/expenses/web/edit-expense.tsx'

/** /expenses/{id}/edit: the expense, and what the team wrote about it. */
export function EditExpensePage() {
  const { id = '' } = useParams({ strict: false })
  return <EditExpense id={id} comments={<Comments subject="expense" id={id} />} />
}
