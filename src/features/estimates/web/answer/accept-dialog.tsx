import { type SubmitEvent, useId, useRef, useState } from 'react'
import { formatMoney } from '../../../../shared/money.ts'
import { ApiError, messageOf } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { type DialogProps } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { PublicEstimate } from '../../public/contract.ts'
import { SignatureField, noSignature, readSignature, signatureObjection } from './signature-field.tsx'
import type { useAnswer } from './use-answer.ts'

interface AcceptDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'fallbackFocus'> {
  document: PublicEstimate['document']
  answering: ReturnType<typeof useAnswer>
}

const maxName = 120
const nameMissing = 'Please enter your name.'

/** The name and the signature stay while the dialog is closed, for a client who reads the estimate again. */
export function AcceptDialog({ document, answering, open, onOpenChange, fallbackFocus }: AcceptDialogProps) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [signature, setSignature] = useState(noSignature)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const signing = useRef<HTMLDivElement>(null)
  const [unsigned, setUnsigned] = useState<string | null>(null)
  const { error } = answering
  const fields = error instanceof ApiError ? error.fields : {}

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const objection = signatureObjection(signature)
    setUnsigned(objection)
    if (name.trim() === '') {
      setIsNameMissing(true)
      input.current?.focus()
    } else if (objection) {
      // The field to type in, or the way to sign that was chosen: the pad takes no focus.
      const wrong =
        signing.current?.querySelector('input') ?? signing.current?.querySelector('[aria-pressed=true]')
      if (wrong instanceof HTMLElement) wrong.focus()
    } else if (!answering.isPending) {
      answering.mutate(
        { decision: 'accept', name: name.trim(), note: '', signature: readSignature(signature) },
        { onSuccess: () => onOpenChange(false) },
      )
    }
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      fallbackFocus={fallbackFocus}
      title={`Accept estimate ${document.number}`}
      description={`${formatMoney(document.totals.totalMinor, document)} in all, from ${document.company.name}.`}
      formId={formId}
      submitLabel="Accept estimate"
      busy={answering.isPending}
      busyLabel="Accepting..."
    >
      <form id={formId} noValidate method="post" className="flex flex-col gap-5" onSubmit={submit}>
        {error && fields['name'] === undefined && (
          <Notice tone="error" title="Your answer was not saved">
            {fields['signature'] ?? messageOf(error, 'Please try again.')} What you entered is still here.
          </Notice>
        )}
        <Field label="Your name" required error={isNameMissing ? nameMissing : fields['name']}>
          <Input
            ref={input}
            name="name"
            value={name}
            maxLength={maxName}
            autoComplete="name"
            onChange={(event) => {
              setName(event.target.value)
              setIsNameMissing(false)
            }}
          />
        </Field>
        <div ref={signing}>
          <SignatureField
            values={signature}
            name={name}
            error={unsigned}
            onChange={(change) => {
              setSignature(change)
              setUnsigned(null)
            }}
          />
        </div>
        <p className="text-sm text-foreground">By accepting you agree to this estimate.</p>
      </form>
    </FormDialog>
  )
}
