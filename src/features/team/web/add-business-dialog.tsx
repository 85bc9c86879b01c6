import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import { rememberSession } from '../../auth/web/session.ts'
import { TimeZoneField } from '../../business/web/time-zone-field.tsx'
import { addBusiness } from '../contract.ts'

interface AddBusinessDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AddBusinessDialog({ open, onOpenChange }: AddBusinessDialogProps) {
  const formId = useId()
  const [isSending, setIsSending] = useState(false)
  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title="Add a business"
      description="It starts empty, on the Free plan, and is yours. You work in it from then on and can switch back at any time."
      formId={formId}
      submitLabel="Add Business"
      busy={isSending}
      busyLabel="Adding..."
    >
      <NewBusinessForm formId={formId} onSending={setIsSending} />
    </FormDialog>
  )
}

const formSchema = addBusiness.body.omit({ requestId: true })

/** A separate component, so that the form is empty whenever the dialog opens. */
function NewBusinessForm({ formId, onSending }: { formId: string; onSending: (is: boolean) => void }) {
  const client = useQueryClient()
  const [requestId] = useState(newRequestId)
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name: '', timeZone: browserTimeZone() },
  })
  const { register, handleSubmit, setError, formState } = form

  const submit = handleSubmit(async (values) => {
    onSending(true)
    try {
      const session = await call(addBusiness, { body: { ...values, requestId } })
      showSuccess('Business Added', `You now work in ${session.business.name}.`)
      // The layout leads to its first page.
      rememberSession(client, session)
    } catch (error) {
      if (showFieldErrors(error, setError, ['name', 'timeZone'])) return
      showError('Business Not Added', messageOf(error, 'Please try again.'))
    } finally {
      onSending(false)
    }
  })

  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Business Name" required error={formState.errors.name?.message}>
          <Input {...register('name')} autoComplete="organization" />
        </Field>
        <TimeZoneField />
      </form>
    </FormProvider>
  )
}
