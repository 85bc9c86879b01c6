import { type ReactNode, useEffect, useRef } from 'react'
import { currencies, currencyName } from '../../../../shared/currencies.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { wholeRow } from '../../../../web/forms/form-section.tsx'
import { typedDate } from '../../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import type { ReadField } from '../fields-to-check.ts'
import { inCurrency } from './receipt-field-values.ts'
import type { ReceiptFields } from './use-receipt-fields.ts'

interface ReceiptFieldsFormProps {
  fields: ReceiptFields
  toCheck: ReadonlySet<ReadField>
  disabled: boolean
  /** Called with the field that has the focus, and with null when it has left. */
  onFocusField: (field: ReadField | null) => void
  onSubmit: () => void
  children: ReactNode
}

/** The attribute by which an outline on the picture finds its field. */
export const fieldAttribute = 'data-read-field'

export function ReceiptFieldsForm(props: ReceiptFieldsFormProps) {
  const { fields, toCheck, disabled, onFocusField, onSubmit, children } = props
  const { values, errors, refusals, change } = fields
  const form = useRef<HTMLFormElement>(null)
  const format = { currency: values.currency }

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const marks = (name: ReadField) => ({ [fieldAttribute]: name, disabled })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears which of its fields has the focus
    <form
      ref={form}
      noValidate
      aria-label="Receipt"
      className="grid gap-x-4 gap-y-4 p-4 sm:grid-cols-2 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onFocus={({ target }) =>
        onFocusField((target.getAttribute(fieldAttribute) as ReadField | null) ?? null)
      }
      onBlur={() => onFocusField(null)}
    >
      <Field label="Merchant" check={toCheck.has('merchant')} error={errors['merchant']} className={wholeRow}>
        <Input
          {...marks('merchant')}
          value={values.merchant}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ merchant: event.target.value })}
        />
      </Field>
      <div className={`${wholeRow} flex min-w-0 gap-2`}>
        <Field
          label="Total"
          check={toCheck.has('total')}
          error={errors['totalMinor']}
          className="min-w-0 flex-1"
        >
          <FormMoneyInput
            {...marks('total')}
            value={values.totalMinor}
            format={format}
            onChange={(totalMinor) => change({ totalMinor })}
          />
        </Field>
        <Field label="Currency" error={errors['currency']} className="w-24 shrink-0">
          <Select
            {...marks('currency')}
            value={values.currency}
            onChange={(event) => change(inCurrency(values, event.target.value))}
          >
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code === values.currency ? code : `${code} · ${currencyName(code)}`}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Date" check={toCheck.has('date')} error={errors['date']}>
        <DatePicker
          {...marks('date')}
          value={values.date}
          onValueChange={(iso, text) => change({ date: typedDate(iso, text) })}
        />
      </Field>
      <Field label="Tax" check={toCheck.has('tax')} error={errors['taxMinor']}>
        <FormMoneyInput
          {...marks('tax')}
          value={values.taxMinor}
          format={format}
          onChange={(taxMinor) => change({ taxMinor })}
        />
      </Field>
      <Field label="Card’s last four digits" check={toCheck.has('cardLast4')} error={errors['cardLast4']}>
        <Input
          {...marks('cardLast4')}
          value={values.cardLast4}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          onChange={(event) => change({ cardLast4: event.target.value.trim() })}
        />
      </Field>
      {children}
    </form>
  )
}
