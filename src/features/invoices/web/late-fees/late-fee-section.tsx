import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { useCurrency } from '../charge/use-currency.ts'
import type { ContentValues } from '../form/content-values.ts'
import { LateFeeFields } from './late-fee-fields.tsx'
import type { LateFeeValues } from './late-fee-values.ts'

/** The late fee of one invoice, a template, a series or an estimate. */
export function LateFeeSection() {
  const { control } = useFormContext<ContentValues>()
  const { field } = useController({ control, name: 'lateFee' })
  const { errors } = useFormState({ control, name: 'lateFee' })
  const parts = useWatch({ control, name: 'parts' })
  const currency = useCurrency()
  const change = (changes: Partial<LateFeeValues>) => field.onChange({ ...field.value, ...changes })
  const messages = Object.fromEntries(
    Object.entries(errors.lateFee ?? {}).flatMap(([name, error]) =>
      typeof error === 'object' && 'message' in error && typeof error.message === 'string'
        ? [[name, error.message]]
        : [],
    ),
  )
  return (
    <FormSection
      title="Late Fee"
      help={<HelpHint topic="late-fees" />}
      description="Added to an invoice that is not paid on time. Your client reads on the invoice when and how much."
    >
      <Checkbox
        className={wholeRow}
        label="Add a late fee"
        checked={field.value.isOn}
        onChange={(event) => change({ isOn: event.target.checked })}
      />
      {field.value.isOn && (
        <LateFeeFields
          values={field.value}
          currency={currency}
          hasParts={parts.length > 0}
          errors={messages}
          onChange={change}
        />
      )}
    </FormSection>
  )
}
