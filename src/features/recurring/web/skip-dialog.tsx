import { formatDate } from '../../../shared/dates.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { SeriesListItem } from '../contract.ts'
import { skipText } from './series-text.ts'
import { useSkip } from './use-series-action.ts'

interface SkipDialogProps {
  series: Omit<SeriesListItem, 'clientName'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SkipDialog({ series, open, onOpenChange }: SkipDialogProps) {
  const { next } = series
  const skipping = useSkip(series.id, next?.period ?? 0)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={next ? `Skip ${formatDate(next.onDate)}?` : 'Nothing to skip'}
      description={next ? skipText(series, next.period) : 'No invoice is to come at the moment.'}
      confirmLabel="Skip it"
      cancelLabel={next ? 'Cancel' : 'Close'}
      busy={skipping.isPending}
      busyLabel="Skipping..."
      onConfirm={
        next ? () => skipping.mutate(undefined, { onSettled: () => onOpenChange(false) }) : undefined
      }
    />
  )
}
