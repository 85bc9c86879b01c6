import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { FieldGroup } from '../../../../web/ui/fields/field-group.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { taxLabel } from '../../../taxes/web/tax-label.ts'
import type { ContentValues } from '../form/content-values.ts'
import { hasTax, showsLineTaxes, withTax } from './line-taxes.ts'

/** The taxes of one line, where there is something to choose. */
export function LineTaxFields({ index }: { index: number }) {
  const { control, setValue } = useFormContext<ContentValues>()
  const [lines, taxes] = useWatch({ control, name: ['charge.lines', 'charge.taxes'] })
  // Not registered as a field: a line without a choice must have no such value.
  const name = `charge.lines.${index}.taxes` as const
  const error = useFormState({ control, name }).errors.charge?.lines?.[index]?.taxes
  if (!showsLineTaxes({ lines, taxes })) return null
  const chosen = lines[index]?.taxes
  return (
    <Field
      group
      label={`Taxes of line ${index + 1}`}
      hideLabel
      error={error?.root?.message ?? error?.message}
      className="col-span-2 @[38rem]:col-span-4 @[38rem]:col-start-2 @[38rem]:-mt-1"
    >
      <FieldGroup className="flex min-w-0 flex-wrap gap-x-4">
        {taxes.map((tax, taxIndex) => (
          <Checkbox
            key={`${tax.name} ${tax.rate}`}
            label={
              <>
                <span className="sr-only">Line {index + 1}: </span>
                {taxLabel(tax)}
              </>
            }
            className="py-0.5! text-sm text-muted"
            checked={hasTax(chosen, taxIndex)}
            onChange={(event) => {
              const next = withTax(chosen, taxIndex, event.target.checked, taxes.length)
              setValue(name, next, { shouldDirty: true })
            }}
          />
        ))}
      </FieldGroup>
    </Field>
  )
}
