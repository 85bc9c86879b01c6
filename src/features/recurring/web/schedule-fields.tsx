import { CalendarClock } from 'lucide-react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../web/forms/form-section.tsx'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import {
  type Frequency,
  dayAfter,
  daysText,
  frequencies,
  onlyDay,
  planSentence,
  scheduleText,
  shortMonthText,
} from '../../schedules/rules.ts'
import { EndFields } from '../../schedules/web/end-fields.tsx'
import {
  type SavedPlan,
  type SeriesFormValues,
  isValidSchedule,
  nextDays,
  planOf,
} from './series-form-values.ts'
import { startText } from './series-text.ts'

interface ScheduleFieldsProps {
  /** Null for a new series. */
  saved: SavedPlan | null
  /** True once a period was made or skipped. Frequency and start date cannot change after that. */
  isFixed: boolean
  today: string
  /** The issue date of the invoice that a new series was started from. */
  sourceIssueDate?: string | undefined
}

const fixedNote = 'Invoices have already been created. End this one and start another.'

export function ScheduleFields({ saved, isFixed, today, sourceIssueDate }: ScheduleFieldsProps) {
  const { control } = useFormContext<SeriesFormValues>()
  const frequency = useController({ control, name: 'frequency' })
  const start = useController({ control, name: 'startDate' })
  const startDate = useWatch({ control, name: 'startDate' })
  const startHint = isFixed ? undefined : startText(startDate, today, sourceIssueDate !== undefined)

  function chooseFrequency(chosen: Frequency) {
    const before = frequency.field.value
    frequency.field.onChange(chosen)
    // A suggested start date that the user has not changed follows the frequency.
    if (sourceIssueDate !== undefined && startDate === dayAfter(before, sourceIssueDate, today))
      start.field.onChange(dayAfter(chosen, sourceIssueDate, today))
  }

  return (
    <FormSection title="Schedule">
      <Field
        label="Frequency"
        help={<HelpHint topic="recurring-invoices" />}
        hint={isFixed ? fixedNote : undefined}
        error={frequency.fieldState.error?.message}
      >
        <Select
          value={frequency.field.value}
          disabled={isFixed}
          onBlur={frequency.field.onBlur}
          onChange={(event) => chooseFrequency(event.target.value as Frequency)}
        >
          {Object.entries(frequencies).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Start Date" required={!isFixed} hint={startHint} error={start.fieldState.error?.message}>
        <DatePicker
          name="startDate"
          value={start.field.value}
          disabled={isFixed}
          min={saved ? undefined : today}
          onBlur={start.field.onBlur}
          onValueChange={(iso, text) => start.field.onChange(typedDate(iso, text))}
        />
      </Field>
      <EndFields
        what="invoices"
        countHint={
          sourceIssueDate === undefined
            ? 'Skipped ones count too.'
            : 'Skipped ones count too, but the invoice you came from doesn’t.'
        }
      />
      <NextDays saved={saved} today={today} />
    </FormSection>
  )
}

const planFields = ['frequency', 'startDate', 'endKind', 'endDate', 'endCount'] as const
const shownDays = 5

/** Shows the next dates of the schedule while the user edits it. */
function NextDays({ saved, today }: { saved: SavedPlan | null; today: string }) {
  const { control, getValues } = useFormContext<SeriesFormValues>()
  useWatch({ control, name: planFields })
  const values = getValues()
  const isComplete = isValidSchedule(values, { saved, today })
  const { days, goesOn } = nextDays(values, { saved, today }, shownDays)
  const plan = planOf(values)
  const only = isComplete && days.length > 0 && onlyDay(plan)
  const shortMonths = shortMonthText(plan.frequency, plan.startDate)
  return (
    <div
      aria-live="polite"
      className={`${wholeRow} flex gap-3 rounded-lg bg-surface-sunken px-4 py-3 text-sm text-foreground`}
    >
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p>
          {only ? planSentence(plan) : scheduleText(plan.frequency, plan.startDate)}
          {!only && shortMonths && `, ${shortMonths}`}
        </p>
        <p className="mt-0.5 text-muted tabular-nums">
          {!isComplete
            ? 'Fill in the fields above to see the next dates.'
            : days.length > 0
              ? `Next: ${daysText(days, goesOn)}`
              : 'No dates are left.'}
        </p>
      </div>
    </div>
  )
}
