import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FormSection } from '../../../../web/forms/form-section.tsx'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { type PaymentTerms, paymentTerms } from '../../rules.ts'
import type { ContentValues, DatelessValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'

const termsNotes: Partial<Record<PaymentTerms, string>> = {
  '2_10_net_30': '2% off if paid within 10 days, otherwise due in full by day 30.',
}

interface TermsFieldProps {
  /** Shown unless there is something to say about the chosen terms. */
  hint?: string | undefined
  onChosen?: (terms: PaymentTerms) => void
}

export function TermsField({ hint, onChosen }: TermsFieldProps) {
  const { control } = useFormContext<ContentValues>()
  const terms = useController({ control, name: 'paymentTerms' })
  return (
    <Field
      label="Payment Terms"
      help={<HelpHint topic="payment-terms" />}
      hint={termsNotes[terms.field.value] ?? hint}
      error={terms.fieldState.error?.message}
    >
      <Select
        value={terms.field.value}
        onBlur={terms.field.onBlur}
        onChange={(event) => {
          const chosen = event.target.value as PaymentTerms
          terms.field.onChange(chosen)
          onChosen?.(chosen)
        }}
      >
        {Object.entries(paymentTerms).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function PurchaseOrderField() {
  return (
    <FormTextField
      name="purchaseOrder"
      label="Purchase Order"
      hint="The client’s order number, if they gave you one."
      autoComplete="off"
    />
  )
}

/** The terms of invoices that will be created later. */
export function LaterTermsFields({ hint }: { hint?: string }) {
  const { control, register, getFieldState, formState } = useFormContext<DatelessValues>()
  const terms = useWatch({ control, name: 'paymentTerms' })
  return (
    <>
      <TermsField hint={hint} />
      {terms === 'custom' && (
        <Field
          label="Days until due"
          required
          hint="Counted from the issue date of each invoice."
          error={getFieldState('dueInDays', formState).error?.message}
        >
          <Input {...register('dueInDays')} inputMode="numeric" autoComplete="off" maxLength={4} />
        </Field>
      )}
    </>
  )
}

export function DatelessFields() {
  return (
    <FormSection title="Details">
      <LaterTermsFields />
      <PurchaseOrderField />
    </FormSection>
  )
}
