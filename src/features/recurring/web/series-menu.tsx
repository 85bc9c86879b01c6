import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { ScheduleMenu } from '../../schedules/web/schedule-menu.tsx'
import { useScheduleAction } from '../../schedules/web/use-schedule-action.ts'
import { type Series, skipPeriod } from '../contract.ts'
import { nextText, seriesKind } from './series-kind.ts'
import { skipText } from './series-text.ts'

interface SeriesMenuProps {
  series: Omit<Series, 'content'>
  clientName: string
  /** False on the page that Edit leads to. */
  canEdit?: boolean
  onEnded?: () => void | Promise<void>
}

export function SeriesMenu({ series, clientName, ...props }: SeriesMenuProps) {
  // Undefined until the dialog is first opened, so that the list does not render a dialog for each row.
  const [skipping, setSkipping] = useState<boolean>()
  // The series as it was when the dialog opened, so that the dialog does not change while it closes.
  const [seriesToSkip, setSeriesToSkip] = useState(series)
  function askToSkip() {
    setSeriesToSkip(series)
    setSkipping(true)
  }
  return (
    <>
      <ScheduleMenu
        {...props}
        kind={seriesKind}
        schedule={series}
        name={clientName}
        label={`More actions for the recurring invoice to ${clientName}`}
        isLocked={useIsLocked('recurringInvoices')}
        onSkip={askToSkip}
      />
      {skipping !== undefined && (
        <SkipDialog series={seriesToSkip} open={skipping} onOpenChange={setSkipping} />
      )}
    </>
  )
}

interface SkipDialogProps {
  series: SeriesMenuProps['series']
  open: boolean
  onOpenChange: (open: boolean) => void
}

function SkipDialog({ series, open, onOpenChange }: SkipDialogProps) {
  const { id, next } = series
  const period = next?.period ?? 0
  const skipping = useScheduleAction(seriesKind, id, {
    send: () => call(skipPeriod, { params: { id }, body: { period } }),
    title: 'Skipped',
    describe: nextText,
    failure: 'It couldn’t be skipped. Please try again.',
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={next ? `Skip ${formatDate(next.onDate)}?` : 'Nothing to skip'}
      description={next ? skipText(series, next.period) : 'No invoice is scheduled right now.'}
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
