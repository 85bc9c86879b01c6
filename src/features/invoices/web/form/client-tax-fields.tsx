import { useController } from 'react-hook-form'
import { wholeRow } from '../../../../web/forms/form-section.tsx'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import type { TaxTreatment } from '../../../clients/contract.ts'
import { taxTreatments } from '../../../clients/rules.ts'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'
import { TaxIdentityFields } from './tax-identity-fields.tsx'

interface ClientTaxFieldsProps {
  onTreat: (treatment: TaxTreatment) => void
  /** The invoice had taxes, which the choice removed. */
  hasRemovedTaxes: boolean
}

/** Who the client is for the tax office, and how invoices to them are taxed. */
export function ClientTaxFields({ onTreat, hasRemovedTaxes }: ClientTaxFieldsProps) {
  const { field, fieldState } = useController<ContentValues, 'client.taxTreatment'>({
    name: 'client.taxTreatment',
  })
  return (
    <>
      <TaxIdentityFields party="client" />
      <Field
        label="Tax Treatment"
        help={<HelpHint topic="tax-treatment" />}
        hint={hasRemovedTaxes && 'The taxes were removed from this invoice.'}
        error={fieldState.error?.message}
        className={wholeRow}
      >
        <Select {...field} onChange={(event) => onTreat(event.target.value as TaxTreatment)}>
          {Object.entries(taxTreatments).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <FormTextField
        name="taxNote"
        label="Tax Note"
        hint={
          field.value === 'reverse_charge'
            ? 'Appears next to the totals. If it is empty, it is filled in, because reverse charge has to be named.'
            : 'Appears next to the totals, such as why there is no tax.'
        }
        autoComplete="off"
        className={wholeRow}
      />
    </>
  )
}
