import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { SelectionFrame } from '../../../web/ui/selection-frame.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { Selection } from '../../../web/use-selection.ts'
import { type Expense, deleteExpenses } from '../contract.ts'
import { refreshExpenses } from './expense-api.ts'
import { sumText } from './expense-money-text.ts'
import { expenseCount } from './expense-url-state.ts'

interface ExpenseSelectionBarProps {
  selection: Selection
  /** All expenses on this page. */
  expenses: readonly Expense[]
  /** Gets focus when the bar closes. */
  list: RefObject<HTMLElement | null>
  onDeleted: (isWholePage: boolean) => void
}

/** Actions for several expenses at once. */
export function ExpenseSelectionBar({ selection, expenses, list, onDeleted }: ExpenseSelectionBarProps) {
  const client = useQueryClient()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  // Expenses that were deleted elsewhere no longer count as selected.
  const chosen = expenses.filter(({ id }) => selection.ids.has(id))
  const count = expenseCount(chosen.length)
  const isAll = chosen.length === expenses.length
  const sum = sumText(chosen)
  const isRecurring = chosen.some(({ seriesId }) => seriesId !== null)

  const removal = useMutation({
    mutationFn: () => call(deleteExpenses, { body: { ids: chosen.map(({ id }) => id) } }),
    onSuccess: async () => {
      showSuccess('Expenses Deleted', `${count}, ${sum} in total.`)
      stop()
      onDeleted(isAll)
      await refreshExpenses(client)
    },
    onError: (error) => {
      setIsDialogOpen(false)
      showError('Error', messageOf(error, 'Failed to delete expenses. Please try again.'))
    },
  })

  function stop() {
    list.current?.focus({ preventScroll: true })
    selection.stop()
  }

  return (
    <>
      <SelectionFrame
        label="Selected expenses"
        text={chosen.length === 0 ? 'Select expenses' : `${count} selected, ${sum}`}
        isAll={isAll}
        onToggleAll={() => selection.choose(isAll ? [] : expenses.map(({ id }) => id))}
        onCancel={stop}
      >
        <Button
          variant="secondary"
          size="sm"
          className="text-negative"
          disabled={chosen.length === 0}
          onClick={() => setIsDialogOpen(true)}
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
      </SelectionFrame>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title={`Delete ${count}?`}
        description={`Expenses totaling ${sum} will be permanently deleted.${
          isRecurring ? ' Other recurring expenses stay, and these won’t be added again.' : ''
        }`}
        confirmLabel="Delete"
        tone="danger"
        busy={removal.isPending}
        busyLabel="Deleting..."
        fallbackFocus={list}
        onConfirm={() => removal.mutate()}
      />
    </>
  )
}
