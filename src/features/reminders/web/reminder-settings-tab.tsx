import { Field } from '../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useSession } from '../../auth/web/session.ts'
import { SettingsCard } from '../../business/web/settings-card.tsx'
import type { ReminderSettings } from '../contract.ts'
import { defaultSeries, defaultReminderText } from '../rules.ts'
import { OwnSeries } from './own-series.tsx'
import { withSeries } from './reminder-draft.ts'
import { TextPreview } from './text-preview.tsx'
import type { ReminderForm } from './use-reminder-form.ts'

export function ReminderSettingsTab({ handle }: { handle: ReminderForm }) {
  const { draft } = handle
  return (
    <SettingsCard
      handle={handle}
      id="reminders"
      title="Reminders"
      topic="reminders"
      description="Sent automatically for invoices that have them turned on, and only while there’s something to pay."
      failedTitle="The reminders could not be loaded"
    >
      {draft ? <Choices handle={handle} draft={draft} /> : <ChoicesSkeleton />}
    </SettingsCard>
  )
}

const defaultOffset = defaultSeries[0] ?? 0
const series = [
  {
    value: 'usual',
    label: 'One reminder, 3 days before the due date',
    description: 'The standard choice, with our wording.',
  },
  { value: 'own', label: 'My own series', description: 'Your own days, with your own wording for each.' },
]

function Choices({ handle, draft }: { handle: ReminderForm; draft: ReminderSettings }) {
  const { change, problems } = handle
  const state = useSession()
  const business = state.status === 'signed-in' ? state.session.business : null
  const company = business?.name ?? ''
  return (
    <div className="flex flex-col gap-6">
      <Field group hideLabel label="Which reminders are sent">
        <RadioGroup
          look="cards"
          value={draft.hasOwnSeries ? 'own' : 'usual'}
          onValueChange={(value) => change(withSeries(draft, value === 'own'))}
          options={series}
        />
      </Field>
      {draft.hasOwnSeries ? (
        <OwnSeries draft={draft} problems={problems} company={company} onChange={change} />
      ) : (
        <TextPreview offsetDays={defaultOffset} text={defaultReminderText(defaultOffset)} company={company} />
      )}
      <SendHourField
        value={draft.sendHour}
        timeZone={business?.timeZone ?? 'UTC'}
        error={problems['sendHour']}
        onChange={(sendHour) => change({ sendHour })}
      />
    </div>
  )
}

function ChoicesSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <output className="sr-only">Loading...</output>
      <div className="grid gap-2 sm:grid-cols-2">
        <Skeleton className="h-20 rounded-lg" />
        <Skeleton className="h-20 rounded-lg" />
      </div>
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-16 w-64" />
    </div>
  )
}

interface SendHourFieldProps {
  value: number
  timeZone: string
  error: string | undefined
  onChange: (hour: number) => void
}

function SendHourField({ value, timeZone, error, onChange }: SendHourFieldProps) {
  return (
    <Field
      label="Sending hour"
      error={error}
      hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Recurring invoices are also sent at this hour.`}
    >
      <Select className="max-w-48" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {hourText(hour)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}
