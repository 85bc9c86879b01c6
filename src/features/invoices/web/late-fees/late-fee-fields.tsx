import type { Currency } from '../../../../shared/currencies.ts'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { wholeRow } from '../../../../web/forms/form-section.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { PercentageInput } from '../../../../web/ui/fields/percentage-input.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { lateFeeSentence } from '../../late-fees/late-fee-rules.ts'
import { type LateFeeValues, previewedLateFee } from './late-fee-values.ts'

const kinds = [
  { value: 'percentage', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const satisfies { value: LateFeeValues['kind']; label: string }[]

interface LateFeeFieldsProps {
  values: LateFeeValues
  currency: Currency
  hasParts?: boolean
  /** By field. */
  errors: FieldErrors
  onChange: (changes: Partial<LateFeeValues>) => void
}

/** How much is added, when and how often, and the sentence that stands on the invoice. */
export function LateFeeFields({ values, currency, hasParts = false, errors, onChange }: LateFeeFieldsProps) {
  const { kind, percentage, amountMinor, afterDays, repeats, maxMinor } = values
  const terms = previewedLateFee(values)
  const format = { currency }
  return (
    <>
      <div className={`flex flex-wrap items-center justify-between gap-3 ${wholeRow}`}>
        <p className="text-sm font-medium text-foreground">How much to add</p>
        <Segmented
          legend="How much to add"
          value={kind}
          options={kinds}
          onValueChange={(chosen) => onChange({ kind: chosen })}
        />
      </div>
      {kind === 'percentage' ? (
        <Field
          label="Percentage"
          required
          hint="Of what is overdue, without earlier late fees."
          error={errors['percentage']}
        >
          <PercentageInput
            name="lateFee.percentage"
            value={percentage}
            onChange={(event) => onChange({ percentage: event.target.value })}
          />
        </Field>
      ) : (
        <Field label="Late fee" required error={errors['amountMinor']}>
          <FormMoneyInput
            name="lateFee.amountMinor"
            value={amountMinor}
            format={format}
            onChange={(typed) => onChange({ amountMinor: typed })}
          />
        </Field>
      )}
      <Field label="Days after the due date" required error={errors['afterDays']}>
        <Input
          name="lateFee.afterDays"
          value={afterDays}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          onChange={(event) => onChange({ afterDays: event.target.value })}
        />
      </Field>
      <Field label="How often">
        <Select
          name="lateFee.repeats"
          value={repeats}
          onChange={(event) => onChange({ repeats: event.target.value === 'monthly' ? 'monthly' : 'once' })}
        >
          <option value="once">Once</option>
          <option value="monthly">Each month until it’s paid</option>
        </Select>
      </Field>
      <Field
        label="At most"
        optional
        hint="What all late fees of an invoice can come to."
        error={errors['maxMinor']}
      >
        <FormMoneyInput
          name="lateFee.maxMinor"
          value={maxMinor}
          format={format}
          onChange={(typed) => onChange({ maxMinor: typed })}
        />
      </Field>
      <output className={`block text-sm text-muted empty:sr-only ${wholeRow}`}>
        {terms && `On the invoice: “${lateFeeSentence(terms, format, { hasParts })}”`}
      </output>
    </>
  )
}
