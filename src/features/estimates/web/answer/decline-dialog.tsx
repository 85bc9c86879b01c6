import { type SubmitEvent, useId, useState } from 'react'
import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'
import { messageOf } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { lengthHint } from '../../../../web/forms/length-hint.ts'
import { type DialogProps } from '../../../../web/ui/dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { maxDecisionNote } from '../../contract.ts'
import type { PublicEstimate } from '../../public/contract.ts'
import type { useAnswer } from './use-answer.ts'

interface DeclineDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'fallbackFocus'> {
  document: PublicEstimate['document']
  answering: ReturnType<typeof useAnswer>
}

export function DeclineDialog({
  document,
  answering,
  open,
  onOpenChange,
  fallbackFocus,
}: DeclineDialogProps) {
  const formId = useId()
  const [note, setNote] = useState('')
  const length = note.trim().length
  const isTooLong = length > maxDecisionNote
  const company = bidiIsolate(document.company.name)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isTooLong || answering.isPending) return
    answering.mutate(
      { decision: 'decline', name: '', note: note.trim(), signature: null },
      { onSuccess: () => onOpenChange(false) },
    )
  }

  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      fallbackFocus={fallbackFocus}
      title={`Decline estimate ${document.number}?`}
      description={`We’ll let ${company} know. You can’t accept it after that.`}
      formId={formId}
      submitLabel="Decline estimate"
      tone="danger"
      busy={answering.isPending}
      busyLabel="Declining..."
    >
      <form id={formId} noValidate method="post" className="flex flex-col gap-5" onSubmit={submit}>
        {answering.error && (
          <Notice tone="error" title="Your answer was not saved">
            {messageOf(answering.error, 'Please try again.')} What you wrote is still here.
          </Notice>
        )}
        <Field
          label="Reason"
          optional
          hint={lengthHint(length, maxDecisionNote) ?? `It helps ${company} to make you a better offer.`}
          error={isTooLong ? `Please use at most ${maxDecisionNote} characters.` : null}
        >
          <Textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </FormDialog>
  )
}
