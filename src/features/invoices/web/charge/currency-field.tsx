import { useFormState } from 'react-hook-form'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { currencyOptions } from '../../../business/web/currency-options.ts'
import { paidInCurrency } from '../../rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { useCurrency, useSwitchCurrency } from './use-currency.ts'

/** As high as a small button. A narrow screen shows the code alone. */
const small =
  '[&_select]:min-h-8 [&_select]:pl-2.5 [&_select]:text-sm touch:[&_select]:min-h-11 touch:[&_select]:text-base'

/** The currency of all amounts of the form. With `isFixed`, payments were made in it. */
export function CurrencyField({ isFixed }: { isFixed: boolean }) {
  const currency = useCurrency()
  const switchCurrency = useSwitchCurrency()
  const { errors } = useFormState<ContentValues>({ name: 'currency' })
  const error = errors.currency?.message
  return (
    <Field
      label="Currency"
      hideLabel
      error={error}
      hint={isFixed ? paidInCurrency(currency) : null}
      className={isFixed || error !== undefined ? 'grow basis-full' : 'w-20 sm:w-48'}
    >
      <Select
        name="currency"
        className={small}
        value={currency}
        disabled={isFixed}
        onChange={(event) => switchCurrency(event.target.value)}
      >
        {currencyOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
