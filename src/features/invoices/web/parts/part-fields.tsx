import { Trash2 } from 'lucide-react'
import { Controller, useController, useFormContext, useFormState } from 'react-hook-form'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { typedDate } from '../../../../web/forms/typed-date.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { PercentageInput } from '../../../../web/ui/fields/percentage-input.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { useCurrency } from '../charge/use-currency.ts'
import type { ContentValues } from '../form/content-values.ts'
import type { PartValues } from './part-values.ts'

interface PartFieldsProps {
  index: number
  isDateless: boolean
  /** What the part comes to. */
  amountText: string
  onRemove: () => void
}

const kinds = [
  { value: 'percentage', label: 'Percent' },
  { value: 'fixed', label: 'Amount' },
] as const satisfies { value: PartValues['kind']; label: string }[]

export function PartFields({ index, isDateless, amountText, onRemove }: PartFieldsProps) {
  const { control, register } = useFormContext<ContentValues>()
  const kind = useController({ control, name: `parts.${index}.kind` })
  const { errors } = useFormState({ control, name: `parts.${index}` })
  const partErrors = errors.parts?.[index]
  const currency = useCurrency()
  return (
    <li>
      <fieldset
        aria-label={`Part ${index + 1}`}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <div className="flex min-w-0 items-center justify-between gap-3 sm:col-span-2">
          <p className="text-sm font-medium text-foreground">
            Part {index + 1} <span className="font-normal text-muted tabular-nums">{amountText}</span>
          </p>
          <Segmented
            legend="How much to ask for"
            value={kind.field.value}
            options={kinds}
            onValueChange={kind.field.onChange}
          />
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove part ${index + 1}`}
          onClick={onRemove}
          className="text-muted"
        >
          <Trash2 aria-hidden />
        </Button>
        {kind.field.value === 'percentage' ? (
          <Field
            label="Percentage of the total"
            required
            error={partErrors?.percentage?.message}
            className="max-sm:col-span-2"
          >
            <PercentageInput {...register(`parts.${index}.percentage`)} />
          </Field>
        ) : (
          <Controller
            control={control}
            name={`parts.${index}.amountMinor`}
            render={({ field }) => (
              <Field
                label="Amount to ask for"
                required
                error={partErrors?.amountMinor?.message}
                className="max-sm:col-span-2"
              >
                <FormMoneyInput {...field} format={{ currency }} />
              </Field>
            )}
          />
        )}
        {isDateless ? (
          <Field
            label="Due after days"
            required
            hint="Counted from the issue date; 0 is that day."
            error={partErrors?.dueInDays?.message}
            className="max-sm:col-span-2"
          >
            <Input
              {...register(`parts.${index}.dueInDays`)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
            />
          </Field>
        ) : (
          <Controller
            control={control}
            name={`parts.${index}.dueDate`}
            render={({ field }) => (
              <Field
                label="Due on"
                required
                error={partErrors?.dueDate?.message}
                className="max-sm:col-span-2"
              >
                <DatePicker
                  name={field.name}
                  value={field.value}
                  onBlur={field.onBlur}
                  onValueChange={(iso, text) => field.onChange(typedDate(iso, text))}
                />
              </Field>
            )}
          />
        )}
      </fieldset>
    </li>
  )
}
