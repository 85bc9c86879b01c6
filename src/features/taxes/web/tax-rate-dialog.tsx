import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { Checkbox } from '../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { PercentageInput } from '../../../web/ui/fields/percentage-input.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { TaxRate } from '../contract.ts'
import { saveTaxRate } from './tax-rate-api.ts'
import { type TaxRateFormValues, taxRateFormResolver, taxRateFormValues } from './tax-rate-form.ts'

interface TaxRateDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The rate to edit; null to add one. */
  rate: TaxRate | null
  onSaved: (saved: TaxRate) => void
}

export function TaxRateDialog({ open, onOpenChange, rate, onSaved }: TaxRateDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const form = useForm({ defaultValues: taxRateFormValues(rate), resolver: taxRateFormResolver })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState

  useEffect(() => {
    if (open) reset(taxRateFormValues(rate))
  }, [open, rate, reset])

  const submit = handleSubmit(async (body) => {
    try {
      const saved = await saveTaxRate(client, rate?.id ?? null, body)
      onSaved(saved)
      onOpenChange(false)
    } catch (error) {
      const { name, rate: percentage, description } = error instanceof ApiError ? error.fields : {}
      const invalid = Object.entries({ name, percentage, description }).filter(([, message]) => message)
      for (const [index, [field, message = '']] of invalid.entries()) {
        setError(field as keyof TaxRateFormValues, { message }, { shouldFocus: index === 0 })
      }
      if (invalid.length > 0) return
      showError('The tax rate was not saved', messageOf(error, 'Please try again.'))
    }
  })

  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={rate ? 'Edit tax rate' : 'Add tax rate'}
      description={
        rate
          ? 'Existing invoices stay as they are.'
          : 'It’s saved for your next invoices and added to this one.'
      }
      formId={formId}
      submitLabel="Save Tax Rate"
      busy={isSubmitting}
      busyLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          // In the React tree the dialog is inside the invoice form, which must not be submitted.
          event.stopPropagation()
          void submit(event)
        }}
      >
        <Field label="Name" required error={errors.name?.message} hint="Such as VAT or Sales tax.">
          <Input {...register('name')} autoComplete="off" />
        </Field>
        <Field label="Percentage" required error={errors.percentage?.message}>
          <PercentageInput {...register('percentage')} />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <Input {...register('description')} autoComplete="off" />
        </Field>
        <Checkbox
          {...register('isDefault')}
          label="Default"
          description="New invoices with line items start with it."
        />
      </form>
    </FormDialog>
  )
}
