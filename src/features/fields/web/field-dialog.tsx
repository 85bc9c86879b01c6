import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { Checkbox } from '../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { type OwnField, addOwnField, changeOwnField } from '../contract.ts'
import { type FieldTarget, fieldKinds, kindLabels, maxLabel } from '../rules.ts'
import { type FieldFormValues, checkFieldForm, fieldBody, fieldFormValues } from './field-form.ts'
import { keepOwnFields } from './own-fields-api.ts'

interface FieldDialogProps {
  target: FieldTarget
  /** The field to edit; null to add one. */
  field: OwnField | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function FieldDialog({ target, field, open, onOpenChange }: FieldDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const { register, control, handleSubmit, setError, reset, formState } = useForm<FieldFormValues>({
    defaultValues: fieldFormValues(field),
    resolver: resolverOf(checkFieldForm),
  })
  const { errors, isSubmitting } = formState
  const kind = useWatch({ control, name: 'kind' })

  useEffect(() => {
    if (open) reset(fieldFormValues(field))
  }, [open, field, reset])

  const submit = handleSubmit(async (values) => {
    const body = fieldBody(values)
    try {
      const saved = field
        ? await call(changeOwnField, { params: { id: field.id }, body })
        : await call(addOwnField, { body: { target, kind: values.kind, ...body } })
      keepOwnFields(client, saved)
      onOpenChange(false)
    } catch (error) {
      const { label, choices } = error instanceof ApiError ? error.fields : {}
      if (label) setError('label', { message: label }, { shouldFocus: true })
      if (choices) setError('choices', { message: choices }, { shouldFocus: !label })
      if (!label && !choices) showError('The field was not saved', messageOf(error, 'Please try again.'))
    }
  })

  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={field ? 'Edit field' : `Add a field for ${target}s`}
      description={field ? 'What it holds stays as it is.' : 'Its kind can’t be changed later.'}
      formId={formId}
      submitLabel="Save Field"
      busy={isSubmitting}
      busyLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Name" required error={errors.label?.message}>
          <Input {...register('label')} autoComplete="off" maxLength={maxLabel} />
        </Field>
        {!field && (
          <Field label="Kind" error={errors.kind?.message}>
            <Select {...register('kind')}>
              {fieldKinds.map((one) => (
                <option key={one} value={one}>
                  {kindLabels[one]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {kind === 'choice' && (
          <Field label="Choices" required hint="One on each line." error={errors.choices?.message}>
            <Textarea {...register('choices')} rows={4} autoComplete="off" />
          </Field>
        )}
        {target === 'invoice' && (
          <Checkbox
            {...register('onDocuments')}
            label="Show on documents"
            description="Your client sees it on the invoice’s page, in its PDF and in emails with it."
          />
        )}
      </form>
    </FormDialog>
  )
}
