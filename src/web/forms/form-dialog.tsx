import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'dismissible'> {
  /** Of the form inside, which the button submits. */
  formId: string
  submitLabel: ReactNode
  cancelLabel?: string
  tone?: 'default' | 'danger'
  busy?: boolean
  busyLabel?: string
}

/** A dialog around a form. While that is being saved, the dialog stays. */
export function FormDialog({
  formId,
  submitLabel,
  cancelLabel = 'Cancel',
  tone = 'default',
  busy = false,
  busyLabel,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      dismissible={!busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => dialog.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone === 'danger' ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    />
  )
}
