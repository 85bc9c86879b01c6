import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { lengthHint } from '../../../../web/forms/length-hint.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { type Estimate, markEstimate, maxDecisionNote } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'

interface MarkEstimateDialogProps {
  estimate: Estimate
  decision: 'accept' | 'decline'
  open: boolean
  onOpenChange: (open: boolean) => void
}

const words = {
  accept: {
    title: 'Mark as accepted',
    description: 'If your client told you so, in person or by phone. It can then be invoiced.',
    who: 'Who accepted it',
    note: 'How and when, for example.',
    done: 'Estimate Accepted',
  },
  decline: {
    title: 'Mark as declined',
    description: 'If your client told you so. They can then no longer accept it.',
    who: 'Who declined it',
    note: 'The reason, for example.',
    done: 'Estimate Declined',
  },
}

const maxName = 120

/** Records what the client said elsewhere. It can be taken back. */
export function MarkEstimateDialog({ estimate, decision, open, onOpenChange }: MarkEstimateDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [name, setName] = useState(estimate.content.client.contactName)
  const [note, setNote] = useState('')
  const isTooLong = note.trim().length > maxDecisionNote
  const text = words[decision]
  const marking = useMutation({
    mutationFn: () =>
      call(markEstimate, {
        params: { id: estimate.id },
        body: { decision, name: name.trim(), note: note.trim(), version: estimate.version },
      }),
    onSuccess: async (marked) => {
      client.setQueryData(estimateQuery(marked.id).queryKey, marked)
      showSuccess(text.done, 'You can take this back until there is an invoice.')
      // The dialog stays open until then, or the focus would return to a button that is about to disappear.
      await refreshEstimates(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await refreshEstimates(client)
    },
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isTooLong && !marking.isPending) marking.mutate()
  }
  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={(next) => {
        marking.reset()
        onOpenChange(next)
      }}
      title={text.title}
      description={text.description}
      formId={formId}
      submitLabel={text.title}
      busy={marking.isPending}
      busyLabel="Saving..."
    >
      <form id={formId} noValidate method="post" className="flex flex-col gap-5" onSubmit={submit}>
        {marking.isError && (
          <Notice tone="error" title="This was not saved">
            {messageOf(marking.error, 'Please try again.')}
          </Notice>
        )}
        <Field label={text.who} optional>
          <Input
            value={name}
            maxLength={maxName}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Note"
          optional
          hint={lengthHint(note.trim().length, maxDecisionNote) ?? text.note}
          error={isTooLong ? `Please use at most ${maxDecisionNote} characters.` : null}
        >
          <Textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </FormDialog>
  )
}
