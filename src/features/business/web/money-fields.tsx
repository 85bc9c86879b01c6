import { useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { defaultCurrency, isCurrency } from '../../../shared/currencies.ts'
import { isLocale } from '../../../shared/locales.ts'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { currencyFixed } from '../rules.ts'
import {
  currencyOption,
  currencyOptions,
  numberFormatOption,
  numberFormatOptions,
} from './currency-options.ts'
import type { ProfileValues } from './profile-values.ts'

/** Must be inside the form's FormProvider. */
export function HomeCurrencyField({ isFixed }: { isFixed: boolean }) {
  const { field, fieldState } = useController<ProfileValues, 'currency'>({ name: 'currency' })
  const { ref, name, value = '', onChange, onBlur } = field
  return (
    <Field
      label="Home Currency"
      required
      error={fieldState.error?.message}
      hint={
        isFixed
          ? currencyFixed(value)
          : 'Sums are shown in it. It can be changed until your first invoice or expense.'
      }
    >
      <Combobox
        ref={ref}
        name={name}
        disabled={isFixed}
        value={isCurrency(value) ? currencyOption(value) : null}
        // The value is required: if the user empties the field, it shows the currency again on blur.
        onValueChange={(option) => option && onChange(option.value)}
        onBlur={onBlur}
        options={currencyOptions}
        emptyText="No currency found."
      />
    </Field>
  )
}

/** Must be inside the form's FormProvider. */
export function NumberFormatField() {
  const { field, fieldState } = useController<ProfileValues, 'locale'>({ name: 'locale' })
  const { ref, name, value = '', onChange, onBlur } = field
  const currency = useWatch<ProfileValues, 'currency'>({ name: 'currency' }) ?? defaultCurrency
  const options = useMemo(() => numberFormatOptions(currency), [currency])
  return (
    <Field
      label="Number Format"
      required
      error={fieldState.error?.message}
      hint="How amounts are written, here and on new invoices."
    >
      <Combobox
        ref={ref}
        name={name}
        value={isLocale(value) ? numberFormatOption(value, currency) : null}
        onValueChange={(option) => option && onChange(option.value)}
        onBlur={onBlur}
        options={options}
        emptyText="No number format found."
      />
    </Field>
  )
}
