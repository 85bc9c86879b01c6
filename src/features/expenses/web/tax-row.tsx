import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { thousandthsText } from '../../../shared/thousandths.ts'
import { FormMoneyInput } from '../../../web/forms/form-money-input.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { PercentageInput } from '../../../web/ui/fields/percentage-input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { TaxRate } from '../../taxes/contract.ts'
import { taxLabel } from '../../taxes/web/tax-label.ts'
import type { ExpenseFormValues } from './expense-form-values.ts'

interface TaxRowProps {
  index: number
  /** The saved rates of the business. */
  rates: readonly TaxRate[]
  /** What the tax comes to if nothing is typed for it; null if that is not known. */
  workedOut: number | null
  onRemove: () => void
}

/** One tax: a saved rate or a typed one, and its amount. */
export function TaxRow({ index, rates, workedOut, onRemove }: TaxRowProps) {
  const { control, setValue, clearErrors, register } = useFormContext<ExpenseFormValues>()
  const name = `taxes.${index}` as const
  const { errors } = useFormState({ control, name })
  const problems = errors.taxes?.[index]
  const tax = useWatch({ control, name })
  // A typed tax stays typed, also while it is the same as a saved one.
  const [isTyped, setIsTyped] = useState(false)
  const saved = rates.find((rate) => rate.name === tax.name && thousandthsText(rate.rate) === tax.percentage)
  const isOther = isTyped || !saved

  function choose(id: string) {
    const rate = rates.find((each) => each.id === id)
    setIsTyped(!rate)
    const values = rate
      ? { name: rate.name, percentage: thousandthsText(rate.rate) }
      : { name: '', percentage: '' }
    setValue(name, { ...values, amountMinor: tax.amountMinor }, { shouldDirty: true })
    clearErrors(name)
  }

  const typed = { onChange: () => setIsTyped(true) }
  return (
    <fieldset
      aria-label={`Tax ${index + 1}`}
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-x-2 gap-y-3',
        'sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.25fr)_auto]',
      )}
    >
      {rates.length > 0 && (
        <Field label="Tax" className={isOther ? 'col-span-3 sm:col-span-1' : 'col-span-3 sm:col-span-3'}>
          <Select
            name={`${name}.choice`}
            value={isOther ? '' : saved.id}
            onChange={(event) => choose(event.target.value)}
          >
            {rates.map((rate) => (
              <option key={rate.id} value={rate.id}>
                {taxLabel(rate)}
              </option>
            ))}
            <option value="">Another tax</option>
          </Select>
        </Field>
      )}
      {isOther && (
        <>
          <Field
            label="Tax name"
            error={problems?.name?.message}
            className={rates.length > 0 ? 'col-span-3 sm:col-span-1' : 'col-span-3 sm:col-span-2'}
          >
            <Input {...register(`${name}.name`, typed)} autoComplete="off" placeholder="VAT" />
          </Field>
          <Field label="Percentage" error={problems?.percentage?.message} className="col-span-1">
            <PercentageInput {...register(`${name}.percentage`, typed)} />
          </Field>
        </>
      )}
      <TaxAmount
        index={index}
        workedOut={workedOut}
        className={isOther ? 'col-span-1' : 'col-span-2 sm:col-span-1'}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove tax ${index + 1}`}
        onClick={onRemove}
        className="mt-6.5 text-muted"
      >
        <Trash2 aria-hidden />
      </Button>
    </fieldset>
  )
}

/** The amount that was worked out, until another one is typed. Emptied, it is worked out again. */
function TaxAmount({
  index,
  workedOut,
  className,
}: Pick<TaxRowProps, 'index' | 'workedOut'> & { className: string }) {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: `taxes.${index}.amountMinor` })
  const currency = useWatch({ control, name: 'currency' })
  const [isEmptied, setIsEmptied] = useState(false)
  return (
    <Field label="Tax amount" error={fieldState.error?.message} className={className}>
      <FormMoneyInput
        {...field}
        format={{ currency }}
        value={field.value ?? (isEmptied ? null : workedOut)}
        onChange={(value) => {
          setIsEmptied(value === null)
          field.onChange(value)
        }}
        onBlur={() => {
          setIsEmptied(false)
          field.onBlur()
        }}
      />
    </Field>
  )
}
