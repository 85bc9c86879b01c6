import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { readTabDraft, removeTabDraft, writeTabDraft } from '../../../web/forms/tab-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Person } from '../contract.ts'
import { mentionedIn } from '../mention-text-rules.ts'
import { maxCommentLength, maxMentions } from '../rules.ts'
import { MentionTextarea } from './mention-textarea.tsx'

interface CommentFormProps {
  label: string
  hint?: string
  people: readonly Person[]
  /** The text of the comment that is changed; empty for a new one. */
  initial?: string
  /** Where the text is kept in this tab until it is sent. */
  draftKey: string
  submit: { label: string; busyLabel: string }
  variant?: 'primary' | 'secondary' | undefined
  send: (comment: { body: string; mentions: string[]; requestId: string }) => Promise<unknown>
  onSent: () => unknown
  onCancel?: () => void
}

const draftSchema = z.object({ body: z.string() })

/** Writes or changes a comment. What was typed stays until it is sent, also over a reload. */
export function CommentForm(props: CommentFormProps) {
  const {
    label,
    hint,
    people,
    initial = '',
    draftKey,
    submit,
    variant = 'secondary',
    send,
    onSent,
    onCancel,
  } = props
  const [body, setBody] = useState(() => readTabDraft(draftKey, draftSchema)?.body ?? initial)
  const [wrong, setWrong] = useState<string | null>(null)
  const requestId = useRef(newRequestId())
  const field = useRef<HTMLTextAreaElement>(null)
  const isChange = onCancel !== undefined
  const sending = useMutation({
    mutationFn: (text: string) =>
      send({
        body: text,
        mentions: mentionedIn(text, people).map(({ userId }) => userId),
        requestId: requestId.current,
      }),
    onSuccess: async (_, text) => {
      requestId.current = newRequestId()
      removeTabDraft(draftKey)
      // What was typed while the comment was being sent stays.
      setBody((now) => (now === text ? '' : now))
      await onSent()
      field.current?.focus()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      setWrong(error.fields['body'] ?? error.fields['mentions'] ?? null)
      // The server has answered, so nothing was stored under this id.
      if (error.code !== 'UNREACHABLE') requestId.current = newRequestId()
    },
  })
  useEffect(() => {
    if (isChange) field.current?.focus()
  }, [isChange])

  function type(text: string) {
    setBody(text)
    if (text === initial) removeTabDraft(draftKey)
    else writeTabDraft(draftKey, { body: text })
  }

  function check(): string | null {
    const text = body.trim()
    if (text === '') return 'Please write a comment.'
    if (text.length > maxCommentLength)
      return `Please use at most ${maxCommentLength.toLocaleString('en-US')} characters.`
    if (mentionedIn(text, people).length > maxMentions)
      return `You can mention at most ${maxMentions} people.`
    return null
  }

  function trySend() {
    const problem = check()
    setWrong(problem)
    if (problem === null) sending.mutate(body)
    else field.current?.focus()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) trySend()
      }}
    >
      <Field label={label} hint={hint} error={wrong}>
        <MentionTextarea ref={field} value={body} onChange={type} people={people} />
      </Field>
      {sending.isError && wrong === null && (
        <Notice tone="error">
          {messageOf(sending.error, 'The comment could not be saved. Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={variant} busy={sending.isPending} busyLabel={submit.busyLabel}>
          {submit.label}
        </Button>
        {onCancel && (
          <Button
            variant="ghost"
            onClick={() => {
              removeTabDraft(draftKey)
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
