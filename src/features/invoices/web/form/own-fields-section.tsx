import { useController, useFormContext } from 'react-hook-form'
import { FormSection } from '../../../../web/forms/form-section.tsx'
import { OwnFieldInputs } from '../../../fields/web/own-field-inputs.tsx'
import { useOwnFields } from '../../../fields/web/own-fields-api.ts'
import { OwnFieldsLink } from '../../../fields/web/own-fields-link.tsx'
import type { ContentValues } from './content-values.ts'

/** The fields that the business has defined. Not there where it has none. */
export function OwnFieldsSection() {
  const fields = useOwnFields('invoice')
  const { control, getFieldState, formState } = useFormContext<ContentValues>()
  const { field } = useController({ control, name: 'ownFields' })
  if (fields.length === 0) return <OwnFieldsLink />
  return (
    <FormSection title="Own fields" action={<OwnFieldsLink />}>
      <OwnFieldInputs
        fields={fields}
        values={field.value}
        errorOf={(id) => getFieldState(`ownFields.${id}`, formState).error?.message}
        onValuesChange={field.onChange}
      />
    </FormSection>
  )
}
