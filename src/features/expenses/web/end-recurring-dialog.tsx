import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type RecurringExpense, deleteRecurringExpense } from '../contract.ts'
import { recurringExpenseQuery, refreshExpenses } from './expense-api.ts'
import { recurringName } from './recurring-words.ts'
import { unlessGone } from './use-save-expense.ts'

interface EndRecurringDialogProps {
  recurring: RecurringExpense
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the dialog stands on a page about this one. */
  onEnded?: (() => void | Promise<void>) | undefined
}

export function EndRecurringDialog({ recurring, open, onOpenChange, onEnded }: EndRecurringDialogProps) {
  const client = useQueryClient()
  const name = recurringName(recurring)
  const ending = useMutation({
    // Ended already is what was asked for.
    mutationFn: () => call(deleteRecurringExpense, { params: { id: recurring.id } }).catch(unlessGone),
    onSuccess: async () => {
      showToast({
        title: 'Recurring Expense Ended',
        description: `No more are added for ${name}.`,
        tone: 'success',
      })
      await onEnded?.()
      // Asked for again, it would only be missed.
      client.removeQueries(recurringExpenseQuery(recurring.id))
      // The dialog stays until its row is gone, so that the focus does not go back to the row's button first.
      await refreshExpenses(client)
      onOpenChange(false)
    },
    onError: (error) => {
      onOpenChange(false)
      const description = messageOf(error, 'It could not be ended. Please try again.')
      showToast({ title: 'Error', description, tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="End it for good?"
      description={`No more expenses are added for ${name}, and upcoming ones that you did not change are taken back. Those up to today stay. This cannot be undone.`}
      confirmLabel="End for good"
      tone="danger"
      busy={ending.isPending}
      busyLabel="Ending..."
      onConfirm={() => ending.mutate()}
    />
  )
}
