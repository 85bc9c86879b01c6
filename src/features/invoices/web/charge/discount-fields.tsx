import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { PercentageInput } from '../../../../web/ui/fields/percentage-input.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { useCurrency } from './use-currency.ts'

export function DiscountFields() {
  const { register, control } = useFormContext<ContentValues>()
  const kind = useWatch({ control, name: 'charge.discount.kind' })
  const { errors } = useFormState({ control, name: 'charge.discount' })
  const discountErrors = errors.charge?.discount
  const currency = useCurrency()
  return (
    <div className="grid gap-4 @sm:grid-cols-2">
      <Field label="Discount" help={<HelpHint topic="discounts" />}>
        <Select {...register('charge.discount.kind')}>
          <option value="none">No discount</option>
          <option value="percentage">Percentage</option>
          <option value="fixed">Fixed amount</option>
        </Select>
      </Field>
      {kind === 'percentage' && (
        <Field label="Discount percentage" required error={discountErrors?.percentage?.message}>
          <PercentageInput {...register('charge.discount.percentage')} />
        </Field>
      )}
      {kind === 'fixed' && (
        <Controller
          control={control}
          name="charge.discount.amountMinor"
          render={({ field }) => (
            <Field label="Discount amount" required error={discountErrors?.amountMinor?.message}>
              <FormMoneyInput {...field} format={{ currency }} />
            </Field>
          )}
        />
      )}
      {kind !== 'none' && (
        <Field
          label="Discount description"
          optional
          error={discountErrors?.description?.message}
          className="@sm:col-span-2"
        >
          <Input {...register('charge.discount.description')} autoComplete="off" />
        </Field>
      )}
    </div>
  )
}
