import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { useMay } from '../../auth/web/session.ts'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { type Series, stopSeriesAutopay } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'
import { chargedInPause } from './series-text.ts'

/** The card that pays a series, with a button to stop it. Renders nothing visible without one. */
export function SavedCardNotice({ series }: { series: Series }) {
  const region = useRef<HTMLDivElement>(null)
  // The button disappears when the card has ended.
  useFocusIfLost(region)
  return (
    <div ref={region} tabIndex={-1} className="outline-none empty:hidden">
      {series.savedCard && <SavedCard series={series} card={series.savedCard} />}
    </div>
  )
}

function SavedCard({ series, card }: { series: Series; card: NonNullable<Series['savedCard']> }) {
  const client = useQueryClient()
  const mayWrite = useMay('sales.write')
  const [isOpen, setIsOpen] = useState(false)
  const isLocked = useIsLocked('recurringInvoices')
  const { name } = series.content.client
  const stopping = useMutation({
    mutationFn: () => call(stopSeriesAutopay, { params: { id: series.id } }),
    onSuccess: (stopped) => {
      client.setQueryData(seriesQuery(series.id).queryKey, stopped)
      void refreshSeries(client)
      setIsOpen(false)
      showSuccess('Automatic Payments Stopped', `${name} gets an email about it.`)
    },
    onError: (error) => {
      setIsOpen(false)
      showError('Automatic payments were not stopped', messageOf(error, 'Please try again.'))
    },
  })
  return (
    <Notice
      title={`Paid automatically with ${card.label}`}
      actions={
        mayWrite && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Stop
          </Button>
        )
      }
    >
      Since {formatDate(card.since.slice(0, 10))}, charged on the due date of each invoice. The card expires{' '}
      {card.expires}.{card.isTest && ' It’s a test card: no money moves.'}
      {series.state === 'paused' && ` ${chargedInPause}`}
      {isLocked && ' It keeps paying on the Free plan. Saving another card needs the Pro plan.'}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Stop automatic payments?"
        description={`${card.label} won’t be charged again, and ${name} gets an email about it. Invoices are then paid one by one. A charge that has begun counts.`}
        confirmLabel="Stop"
        tone="danger"
        busy={stopping.isPending}
        busyLabel="Stopping..."
        onConfirm={() => stopping.mutate()}
      />
    </Notice>
  )
}
