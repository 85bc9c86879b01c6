import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { summarizeCharge } from './charge-summary.ts'

interface AmountFieldProps {
  /** Shows what the lines come to instead of taking a number. */
  isTotal: boolean
}

export function AmountField({ isTotal }: AmountFieldProps) {
  const { control } = useFormContext<ContentValues>()
  const charge = useWatch({ control, name: 'charge' })
  return (
    <Controller
      control={control}
      name="charge.amountCents"
      render={({ field: { value, onChange, ...field }, fieldState, formState }) => {
        const whole = formState.errors.charge
        return (
          <Field
            label="Amount"
            required={!isTotal}
            hint={isTotal ? 'The total of the lines below.' : undefined}
            error={isTotal ? (whole?.root?.message ?? whole?.message) : fieldState.error?.message}
            className="w-full @sm:w-56"
          >
            {/* Another field each: what was typed as an amount must not linger in the total. */}
            <FormMoneyInput
              key={isTotal ? 'total' : 'typed'}
              {...field}
              readOnly={isTotal}
              placeholder={isTotal ? '—' : '0.00'}
              value={isTotal ? summarizeCharge(charge).totalCents : value}
              onChange={onChange}
            />
          </Field>
        )
      }}
    />
  )
}
