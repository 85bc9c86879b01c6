import type { FieldErrors } from '../../../shared/errors.ts'
import { DayField } from '../../../web/ui/fields/day-field.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { type Period, firstDayOf, periods, rangeLabel } from '../../periods/rules.ts'
import { type ReportUrlState, chosenRange } from './report-url-state.ts'

export interface PeriodProps {
  urlState: ReportUrlState
  today: string
  fiscalMonth: number
  /** What is wrong, by field. */
  errors: Readonly<FieldErrors>
  onChange: (urlState: ReportUrlState) => void
}

interface PeriodFilterProps extends PeriodProps {
  /** For a report as of a day: asks for that day alone. */
  isDay: boolean
}

/** The periods by name, each with its months, and two dates for other days. */
export function PeriodFilter({ isDay, ...props }: PeriodFilterProps) {
  const { urlState, today, fiscalMonth, errors, onChange } = props
  const { period = 'this-year' } = urlState
  const range = chosenRange(urlState, today, fiscalMonth)
  if (isDay) return <AsOfDay {...props} />
  const choose = (next: Period) =>
    // Other days begin with those that were shown.
    onChange({ ...urlState, from: undefined, to: undefined, period: next, ...(next === 'days' && range) })
  return (
    <>
      <Field label="Period">
        <Select value={period} onChange={({ target }) => choose(target.value as Period)}>
          {Object.entries(periods).map(([value, label]) => (
            <option key={value} value={value}>
              {value === 'days' ? label : `${label} · ${labelOf(value as Period, today, fiscalMonth)}`}
            </option>
          ))}
        </Select>
      </Field>
      {period === 'days' && (
        <>
          <DayField
            label="First day"
            value={range.from}
            error={errors['from']}
            onChange={(from) => onChange({ ...urlState, from })}
          />
          <DayField
            label="Last day"
            value={range.to}
            error={errors['to']}
            onChange={(to) => onChange({ ...urlState, to })}
          />
        </>
      )}
    </>
  )
}

function labelOf(period: Period, today: string, fiscalMonth: number): string {
  const { from = today, to = today } = chosenRange({ period }, today, fiscalMonth)
  return rangeLabel({ from, to })
}

/** The last day of the chosen period, at most today. */
function AsOfDay({ urlState, today, fiscalMonth, errors, onChange }: PeriodProps) {
  const { to } = chosenRange(urlState, today, fiscalMonth)
  return (
    <DayField
      label="As of"
      value={to !== undefined && to > today ? today : to}
      max={today}
      error={errors['to']}
      onChange={(day) =>
        onChange({
          ...urlState,
          period: 'days',
          // Other reports then show the year until that day.
          from: firstDayOf('year', day ?? today, fiscalMonth),
          to: day,
        })
      }
    />
  )
}
