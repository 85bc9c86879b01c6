import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { getReaderLocale } from '../../../shared/decimals.ts'
import { currencySign } from '../../../shared/money.ts'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { isOffered } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'
import { defaultUnit } from '../mileage-rules.ts'
import { suggestionsQuery } from './expense-api.ts'
import type { ExpenseFormValues } from './expense-form-values.ts'
import { type MileageValues, rateText } from './mileage-values.ts'

const units = {
  km: { label: 'Kilometers', rateLabel: 'Rate per kilometer' },
  mi: { label: 'Miles', rateLabel: 'Rate per mile' },
} as const
const mileageCategory = 'Travel'

/** A distance at a rate, which the amount then comes to. A recurring expense has none. */
export function MileageFields() {
  const { control, getValues, setValue, clearErrors, getFieldState, formState } =
    useFormContext<ExpenseFormValues>()
  const { field } = useController({ control, name: 'mileage' })
  const [currency, repeats, taxes] = useWatch({ control, name: ['currency', 'repeats', 'taxes'] })
  const { data, isPending } = useQuery(suggestionsQuery(''))
  const categories = useCategories('expense')
  const mileage = field.value
  if (repeats !== 'never') return null

  function turn(isOn: boolean) {
    clearErrors(['mileage', 'amountMinor'])
    if (!isOn) {
      field.onChange(null)
      return
    }
    const last = data?.mileage
    const hasRate = last && last.rate !== null && last.currency === currency
    field.onChange({
      distance: '',
      unit: last?.unit ?? defaultUnit({ country: '', locale: getReaderLocale() }),
      rate: hasRate ? rateText(last.rate ?? 0, currency) : '',
    })
    if (getValues('category') === '' && isOffered(categories, mileageCategory)) {
      setValue('category', mileageCategory, { shouldDirty: true })
      clearErrors('category')
    }
  }

  const change = (part: Partial<MileageValues>) => mileage && field.onChange({ ...mileage, ...part })
  const problemOf = (name: keyof MileageValues) => getFieldState(`mileage.${name}`, formState).error?.message
  return (
    // Otherwise it shares its row with the button that adds a tax.
    <div className={mileage || taxes.length > 0 ? wholeRow : undefined}>
      {/* Turned on, it begins with the unit and rate of the last one. */}
      <Switch
        label="Mileage"
        className="text-sm"
        checked={mileage !== null}
        disabled={isPending}
        onCheckedChange={turn}
      />
      {mileage && (
        <div className="mt-2 grid grid-cols-2 gap-x-2 gap-y-3 sm:grid-cols-3">
          <Field label="Distance" required error={problemOf('distance')}>
            <Input
              name="mileage.distance"
              inputMode="decimal"
              autoComplete="off"
              value={mileage.distance}
              onChange={(event) => change({ distance: event.target.value })}
            />
          </Field>
          <Field label="Unit">
            <Select
              name="mileage.unit"
              value={mileage.unit}
              onChange={(event) => change({ unit: event.target.value as MileageValues['unit'] })}
            >
              {Object.entries(units).map(([unit, { label }]) => (
                <option key={unit} value={unit}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={units[mileage.unit].rateLabel}
            required
            error={problemOf('rate')}
            className="col-span-2 sm:col-span-1"
          >
            <Input
              name="mileage.rate"
              inputMode="decimal"
              autoComplete="off"
              leading={currencySign({ currency })}
              value={mileage.rate}
              onChange={(event) => change({ rate: event.target.value })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
