import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { nullIfNotFound } from '../../../web/null-if-not-found.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Expense, deleteExpense } from '../contract.ts'
import { expenseQuery, refreshExpenses } from './expense-api.ts'
import { useExpenseUrlState } from './expense-links.tsx'

interface DeleteExpenseButtonProps {
  expense: Expense
  /** Called before the page is left. */
  onDeleted: () => void
}

export function DeleteExpenseButton({ expense, onDeleted }: DeleteExpenseButtonProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useExpenseUrlState()
  const [open, setOpen] = useState(false)
  const { id, amountMinor, category, date, seriesId } = expense
  const what = `${formatMoney(amountMinor, expense)} for ${category} on ${formatDate(date)}`
  const removal = useMutation({
    // An expense that is already deleted counts as success.
    mutationFn: () => call(deleteExpense, { params: { id } }).catch(nullIfNotFound),
    onSuccess: async () => {
      showSuccess('Expense Deleted', `${what} was deleted.`)
      onDeleted()
      await navigate({ to: '/expenses', search })
      // Removed from the cache, because refetching would fail with 404.
      client.removeQueries(expenseQuery(id))
      await refreshExpenses(client)
    },
    onError: (error) => {
      setOpen(false)
      showError('Error', messageOf(error, 'Failed to delete expense. Please try again.'))
    },
  })
  return (
    <>
      <Button variant="secondary" className="mr-auto text-negative" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this expense?"
        description={`${what} will be permanently deleted.${
          seriesId === null ? '' : ' Other expenses in the series stay, and this one won’t be added again.'
        }`}
        confirmLabel="Delete"
        tone="danger"
        busy={removal.isPending}
        busyLabel="Deleting..."
        onConfirm={() => removal.mutate()}
      />
    </>
  )
}
