import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { SelectionFrame } from '../../../../web/ui/selection-frame.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import type { Selection } from '../../../../web/use-selection.ts'
import { refreshExpenses } from '../../../expenses/web/expense-api.ts'
import { type Receipt, confirmReceipts } from '../../contract.ts'
import { DeleteReceiptsDialog } from '../delete-receipts-dialog.tsx'
import { refreshReceipts } from '../receipt-api.ts'
import { confirmedText, receiptCount } from '../receipt-text.ts'

interface ReceiptSelectionBarProps {
  selection: Selection
  /** All receipts on this page. */
  receipts: readonly Receipt[]
  /** The plan includes receipts, so that they can be confirmed. */
  canConfirm: boolean
  /** Gets focus when the bar closes. */
  list: RefObject<HTMLElement | null>
  onDeleted: (isWholePage: boolean) => void
}

/** Actions for several receipts at once. */
export function ReceiptSelectionBar(props: ReceiptSelectionBarProps) {
  const { selection, receipts, canConfirm, list, onDeleted } = props
  const client = useQueryClient()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  // Receipts that were deleted elsewhere no longer count as selected.
  const ids = receipts.flatMap(({ id }) => (selection.ids.has(id) ? [id] : []))
  const isAll = ids.length === receipts.length

  const confirming = useMutation({
    mutationFn: () => call(confirmReceipts, { body: { ids } }),
    onSuccess: async (outcome) => {
      showSuccess('Receipts Confirmed', confirmedText(outcome))
      stop()
      await Promise.all([refreshReceipts(client), refreshExpenses(client)])
    },
    onError: (error) =>
      showError('Error', messageOf(error, 'The receipts could not be confirmed. Please try again.')),
  })

  function stop() {
    list.current?.focus({ preventScroll: true })
    selection.stop()
  }

  return (
    <>
      <SelectionFrame
        label="Selected receipts"
        text={ids.length === 0 ? 'Select receipts' : `${receiptCount(ids.length)} selected`}
        isAll={isAll}
        onToggleAll={() => selection.choose(isAll ? [] : receipts.map(({ id }) => id))}
        onCancel={stop}
      >
        {canConfirm && (
          <Button
            variant="secondary"
            size="sm"
            disabled={ids.length === 0}
            busy={confirming.isPending}
            busyLabel="Confirming..."
            onClick={() => confirming.mutate()}
          >
            <CheckCheck aria-hidden />
            Confirm
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          className="text-negative"
          disabled={ids.length === 0}
          onClick={() => setIsDialogOpen(true)}
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
      </SelectionFrame>
      <DeleteReceiptsDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        ids={ids}
        fallbackFocus={list}
        onDeleted={async () => {
          stop()
          onDeleted(isAll)
          await refreshReceipts(client)
        }}
      />
    </>
  )
}
