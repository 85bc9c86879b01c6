import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../../web/api-client.ts'
import { showFieldErrors } from '../../../../web/forms/show-field-errors.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { maxNoteLength } from '../../approval/approval-rules.ts'
import { sendBackInvoice } from '../../approval/contract.ts'
import type { Invoice } from '../../contract.ts'
import { invoiceQuery, refreshInvoices } from '../invoice-api.ts'
import { decisionMessage, isOutdated } from './use-approve.ts'

interface SendBackDialogProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'version'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gets the focus once the button that opened the dialog is gone. */
  fallbackFocus: RefObject<HTMLElement | null>
}

const formSchema = sendBackInvoice.body.pick({ note: true })

export function SendBackDialog({ invoice, open, onOpenChange, fallbackFocus }: SendBackDialogProps) {
  const { id, number, version } = invoice
  const formId = useId()
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { note: '' },
  })
  const { errors, isSubmitting } = formState

  useEffect(() => {
    if (open) reset()
  }, [open, reset])

  const submit = handleSubmit(async ({ note }) => {
    try {
      const returned = await call(sendBackInvoice, { params: { id }, body: { version, note } })
      client.setQueryData(invoiceQuery(id).queryKey, returned)
      showSuccess('Invoice Sent Back', 'Its author gets an email with your note.')
      await refreshInvoices(client)
      onOpenChange(false)
    } catch (error) {
      if (showFieldErrors(error, setError, ['note'])) return
      showError('Not Sent Back', decisionMessage(error))
      if (!isOutdated(error)) return
      await refreshInvoices(client)
      onOpenChange(false)
    }
  })

  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!isSubmitting}
      fallbackFocus={fallbackFocus}
      title={`Send invoice ${number} back?`}
      description="Its author can change it. Once they save it, it waits for approval again."
      footer={
        <>
          <Button variant="secondary" disabled={isSubmitting} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting} busyLabel="Sending...">
            Send Back
          </Button>
        </>
      }
    >
      <form id={formId} noValidate method="post" onSubmit={(event) => void submit(event)}>
        <Field label="Note" required hint="What has to change?" error={errors.note?.message}>
          <Textarea {...register('note')} maxLength={maxNoteLength} />
        </Field>
      </form>
    </Dialog>
  )
}
