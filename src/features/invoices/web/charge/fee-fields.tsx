import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Controller, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { GroupError } from '../../../../web/forms/group-error.tsx'
import { useAfterRender } from '../../../../web/forms/use-after-render.ts'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { maxFees } from '../../document/totals-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { useCurrency } from './use-currency.ts'

const name = 'charge.fees'

export function FeeFields() {
  const { control, register } = useFormContext<ContentValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const { errors } = useFormState({ control, name })
  const feeErrors = errors.charge?.fees
  const currency = useCurrency()
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const count = fields.length

  function add() {
    append({ description: '', amountMinor: null }, { shouldFocus: false })
    afterRender(() => focusField(`${name}.${count}.description`))
  }

  function removeFee(index: number) {
    remove(index)
    const neighbour = Math.min(index, count - 2)
    afterRender(() =>
      neighbour < 0 ? addButton.current?.focus() : focusField(`${name}.${neighbour}.description`),
    )
  }

  return (
    <div>
      <div className="flex items-center gap-1">
        <h3 className="text-sm font-medium text-foreground">Fees</h3>
        <HelpHint topic="fees" />
      </div>
      <p className="text-sm text-muted">Fees are added after tax and aren’t taxed.</p>
      <div className="mt-2 flex flex-col gap-3">
        {fields.map((field, index) => (
          <fieldset
            key={field.id}
            aria-label={`Fee ${index + 1}`}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-3 @sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <Field
              label="Fee description"
              error={feeErrors?.[index]?.description?.message}
              className="col-span-2 @sm:col-span-1"
            >
              <Input {...register(`${name}.${index}.description`)} autoComplete="off" />
            </Field>
            <Controller
              control={control}
              name={`${name}.${index}.amountMinor`}
              render={({ field: money }) => (
                <Field label="Fee amount" error={feeErrors?.[index]?.amountMinor?.message}>
                  <FormMoneyInput {...money} format={{ currency }} />
                </Field>
              )}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove fee ${index + 1}`}
              onClick={() => removeFee(index)}
              className="mt-6.5 text-muted"
            >
              <Trash2 aria-hidden />
            </Button>
          </fieldset>
        ))}
      </div>
      <GroupError error={feeErrors} />
      <Button
        ref={addButton}
        variant="secondary"
        size="sm"
        disabled={count >= maxFees}
        onClick={add}
        className="mt-3"
      >
        <Plus aria-hidden />
        Add fee
      </Button>
    </div>
  )
}
