import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { deleteSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'

interface EndDialogProps {
  series: { id: string; clientName: string; made: number }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the dialog stands on a page about this one. */
  onEnded?: (() => void | Promise<void>) | undefined
}

export function EndDialog({ series, open, onOpenChange, onEnded }: EndDialogProps) {
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () =>
      call(deleteSeries, { params: { id: series.id } }).catch((error: unknown) => {
        // Ended already, which is what was asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: async () => {
      showToast({
        title: 'Recurring Invoice Ended',
        description: `No more are made for ${series.clientName}.`,
        tone: 'success',
      })
      await onEnded?.()
      // Asked for again, it would only be missed.
      client.removeQueries(seriesQuery(series.id))
      // The dialog stays until its row is gone, so that the focus does not go back to the row's button first.
      await refreshSeries(client)
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
      description={`No more invoices are made for ${series.clientName}. ${keptWords(series.made)} This cannot be undone.`}
      confirmLabel="End for good"
      tone="danger"
      busy={ending.isPending}
      busyLabel="Ending..."
      onConfirm={() => ending.mutate()}
    />
  )
}

function keptWords(made: number): string {
  if (made === 0) return 'None was made so far.'
  return made === 1 ? 'The invoice that was made stays.' : `The ${made} invoices that were made stay.`
}
