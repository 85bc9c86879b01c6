import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { pauseReminders, resumeReminders } from '../contract.ts'
import { invoiceRemindersQuery } from './reminder-api.ts'

export interface Pausing {
  /** Whether the button pauses the reminders; false if it resumes them. */
  stops: boolean
  busy: boolean
  toggle: () => void
}

export function usePausing(id: string, stops: boolean): Pausing {
  const client = useQueryClient()
  const pausing = useMutation({
    mutationFn: () => call(stops ? pauseReminders : resumeReminders, { params: { id } }),
    onSuccess: (reminders) => {
      client.setQueryData(invoiceRemindersQuery(id).queryKey, reminders)
      showSuccess(
        stops ? 'Reminders Paused' : 'Reminders Resumed',
        stops
          ? 'No reminders will be sent for this invoice until you resume them.'
          : reminders.next
            ? 'The ones still to come will be sent.'
            : 'No reminder is planned for this invoice.',
      )
      void refreshInvoices(client)
    },
    onError: (error) =>
      showError(
        stops ? 'Reminders were not paused' : 'Reminders were not resumed',
        messageOf(error, 'Please try again.'),
      ),
  })
  return { stops, busy: pausing.isPending, toggle: () => pausing.mutate() }
}

/** A single button for Pause and Resume, so that it keeps the focus when it changes. */
export function PauseButton({ pausing: { stops, busy, toggle } }: { pausing: Pausing }) {
  return (
    useMay('sales.write') && (
      <Button
        variant={stops ? 'ghost' : 'secondary'}
        size="sm"
        busy={busy}
        busyLabel={stops ? 'Pausing...' : 'Resuming...'}
        onClick={toggle}
      >
        {stops ? 'Pause reminders' : 'Resume reminders'}
      </Button>
    )
  )
}
