import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { Checkbox } from '../../../web/ui/fields/checkbox.tsx'
import { useSession } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import type { ContentValues } from '../../invoices/web/form/content-values.ts'
import type { ReminderFieldProps } from '../../invoices/web/form/sending-fields.tsx'
import { defaultSeries } from '../rules.ts'
import { comingText } from './coming-text.ts'
import { clientRemindersQuery, reminderSettingsQuery } from './reminder-api.ts'
import { type SeriesText, seriesText } from './series-text.ts'

const defaultText: SeriesText = {
  label: 'Send a reminder 3 days before the due date',
  description: 'Only while the invoice is not paid.',
}

/** The checkbox for reminders in every invoice form. Its text says what ticking it does. */
export function ReminderField({ isSilent = false, onWanted, invoice }: ReminderFieldProps) {
  const { control } = useFormContext<ContentValues>()
  const { field } = useController({ control, name: 'sendReminder' })
  const text = useReminderText(invoice)
  const isWanted = field.value && !isSilent
  return (
    <Checkbox
      className={wholeRow}
      label={text.label}
      description={
        isSilent ? (
          'Choose Email now or Email later first. Nothing is sent while “Do not send” is selected.'
        ) : (
          <>
            {text.description}
            {isWanted && text.coming && <span className="block text-foreground">{text.coming}</span>}
          </>
        )
      }
      checked={isWanted}
      disabled={isSilent}
      onChange={(event) => {
        field.onChange(event.target.checked)
        if (event.target.checked) onWanted?.()
      }}
      onBlur={field.onBlur}
    />
  )
}

function useReminderText(invoice: ReminderFieldProps['invoice']): SeriesText {
  const { control } = useFormContext<ContentValues>()
  const clientId = useWatch({ control, name: 'client.id' })
  const { data } = useQuery(reminderSettingsQuery)
  const client = useQuery({ ...clientRemindersQuery(clientId ?? ''), enabled: clientId !== null })
  const state = useSession()
  const now = useMinute()
  const text = data?.hasOwnSeries ? seriesText(data) : defaultText
  if (clientId !== null && client.data?.optedOut) {
    return { ...text, coming: 'This client gets no reminders.' }
  }
  if (!data || !invoice || state.status !== 'signed-in') return text
  const days = data.hasOwnSeries ? data.steps.map(({ offsetDays }) => offsetDays) : defaultSeries
  const { timeZone } = state.session.business
  return { ...text, coming: comingText(days, { ...invoice, sendHour: data.sendHour, timeZone, now }) }
}
