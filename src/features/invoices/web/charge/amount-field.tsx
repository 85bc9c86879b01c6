import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { summarizeCharge } from './charge-summary.ts'

interface AmountFieldProps {
  /** Shows the total of the lines instead of an editable amount. */
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
        const chargeError = formState.errors.charge
        return (
          <Field
            label="Amount"
            required={!isTotal}
            hint={isTotal ? 'The total of the lines below.' : undefined}
            error={isTotal ? (chargeError?.root?.message ?? chargeError?.message) : fieldState.error?.message}
            className="w-full @sm:w-56"
          >
            {/* Different keys, so that a typed amount does not stay in the total. */}
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
