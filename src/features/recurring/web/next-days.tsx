import { CalendarClock } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { onlyDay, planSentence, scheduleText, shortMonthText } from '../../schedules/rules.ts'
import { daysText } from '../../schedules/web/days-text.ts'
import {
  type SavedPlan,
  type SeriesFormValues,
  isValidSchedule,
  nextDays,
  planOf,
} from './series-form-values.ts'

const planFields = ['frequency', 'startDate', 'endKind', 'endDate', 'endCount'] as const
const shownDays = 5

/** Shows the next dates of the schedule while the user edits it. */
export function NextDays({ saved, today }: { saved: SavedPlan | null; today: string }) {
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
            ? 'The next days show here once the fields above are filled in.'
            : days.length > 0
              ? `Next: ${daysText(days, goesOn)}`
              : 'No day is left to make one on.'}
        </p>
      </div>
    </div>
  )
}
