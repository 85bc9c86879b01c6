import { DayField } from '../../../web/ui/fields/day-field.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { type Period, periods } from '../period-rules.ts'
import { type StatementUrlState, chosenDays } from './statement-url-state.ts'

interface StatementFiltersProps {
  urlState: StatementUrlState
  today: string
  currency: string
  currencies: readonly string[]
  /** What the server says about the days. */
  errors: Readonly<Record<string, string>>
  onChange: (urlState: StatementUrlState) => void
}

/** The period and, if the client has invoices in several currencies, the currency. */
export function StatementFilters(props: StatementFiltersProps) {
  const { urlState, today, currency, currencies, errors, onChange } = props
  const { period = 'all' } = urlState
  const days = chosenDays(urlState, today)
  const choosePeriod = (next: Period) =>
    onChange({
      currency: urlState.currency,
      period: next,
      // Other days begin with those that were shown.
      ...(next === 'days' && { from: days.from, to: days.to }),
    })
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Period">
        <Select value={period} onChange={(event) => choosePeriod(event.target.value as Period)}>
          {Object.entries(periods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {period === 'days' && (
        <>
          <DayField
            label="First day"
            value={days.from}
            max={days.to}
            error={errors['from']}
            onChange={(from) => onChange({ ...urlState, from })}
          />
          <DayField
            label="Last day"
            value={urlState.to}
            max={today}
            error={errors['to']}
            onChange={(to) => onChange({ ...urlState, to })}
          />
        </>
      )}
      {currencies.length > 1 && (
        <Field label="Currency">
          <Select
            value={currency}
            onChange={(event) => onChange({ ...urlState, currency: event.target.value })}
          >
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}
