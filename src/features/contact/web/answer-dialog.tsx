import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { lengthHint } from '../../../web/forms/length-hint.ts'
import { type DialogProps } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { answerContactMessage, type ContactMessage, longestReply } from '../contract.ts'
import type { AnswerDrafts } from './answer-drafts.ts'
import { FoldedText } from './folded-text.tsx'
import { refreshMessages } from './messages-api.ts'

interface AnswerDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'fallbackFocus'> {
  message: ContactMessage
  drafts: AnswerDrafts
}

/** The dialog for an answer. Closing it keeps the typed text as a draft. */
export function AnswerDialog({ message, drafts, open, onOpenChange, fallbackFocus }: AnswerDialogProps) {
  const { id, email, name, subject } = message
  const formId = useId()
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (body: string) =>
      call(answerContactMessage, { params: { id }, body: { body, requestId: drafts.requestIdOf(id) } }),
    onSuccess: async ({ replies }, body) => {
      // An earlier attempt had arrived after all, and the text has changed since.
      if (!replies.some((reply) => reply.body === body)) {
        drafts.startAnother(id, body)
        showError(
          'An earlier version was sent',
          'Your first attempt went through. Send again to email this version too.',
        )
        return refreshMessages(client)
      }
      drafts.sent(id)
      showSuccess('Answer Sent', `It’s on its way to ${email}.`)
      // The dialog stays open until then, or the focus would return to a button that is about to disappear.
      await refreshMessages(client)
      onOpenChange(false)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields['body']) return
      showError(
        'The answer was not sent',
        `${messageOf(error, 'Please try again.')} What you wrote is still here.`,
      )
    },
  })
  return (
    <FormDialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      fallbackFocus={fallbackFocus}
      title="Answer by email"
      description={
        <>
          To <bdi>{name}</bdi>, {email}. Replies go to your support address.
        </>
      }
      formId={formId}
      submitLabel="Send"
      busy={sending.isPending}
      busyLabel="Sending..."
    >
      <AnswerForm
        formId={formId}
        draft={drafts.textOf(id)}
        isSending={sending.isPending}
        onChange={(text) => drafts.keep(id, text)}
        refusal={sending.error instanceof ApiError ? sending.error.fields['body'] : undefined}
        onSend={(body) => {
          // Not while the dialog closes either, or the mail would be sent twice.
          if (open && !sending.isPending) sending.mutate(body)
        }}
      />
      <section aria-labelledby={`${formId}-asked`} className="mt-5 flex flex-col gap-2">
        <h3 id={`${formId}-asked`} className="own-words text-sm font-medium wrap-anywhere text-foreground">
          {subject}
        </h3>
        <FoldedText text={message.message} className="border-l-2 border-border pl-4 text-sm text-muted" />
      </section>
    </FormDialog>
  )
}

interface AnswerFormProps {
  formId: string
  draft: string
  isSending: boolean
  onChange: (text: string) => void
  refusal: string | undefined
  onSend: (body: string) => void
}

function AnswerForm({ formId, draft, isSending, onChange, refusal, onSend }: AnswerFormProps) {
  const [text, setText] = useState(draft)
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const length = text.trim().length

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if (length === 0 || length > longestReply) field.current?.focus()
    else onSend(text.trim())
  }

  return (
    <form id={formId} noValidate method="post" onSubmit={submit}>
      <Field
        label="Your answer"
        required
        hint={lengthHint(length, longestReply)}
        error={isTried ? (problemOf(length) ?? refusal) : null}
      >
        <Textarea
          ref={field}
          rows={8}
          readOnly={isSending}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(target.value)
          }}
        />
      </Field>
    </form>
  )
}

function problemOf(length: number): string | null {
  if (length === 0) return 'Please enter your answer.'
  return length > longestReply
    ? `Please use at most ${longestReply.toLocaleString('en-US')} characters.`
    : null
}
