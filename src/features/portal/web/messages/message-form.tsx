import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../../../web/api-client.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { maxMessageLength } from '../../rules.ts'

interface MessageFormProps {
  label: string
  hint: string
  /** Sends one message for each request id. */
  send: (message: { body: string; requestId: string }) => Promise<unknown>
  onSent: () => unknown
}

/** Writes a message. What was typed stays until it is sent. */
export function MessageForm({ label, hint, send, onSent }: MessageFormProps) {
  const [body, setBody] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const requestId = useRef(newRequestId())
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useMutation({
    mutationFn: (text: string) => send({ body: text, requestId: requestId.current }),
    onSuccess: async (_, text) => {
      requestId.current = newRequestId()
      // What was typed while the message was being sent stays.
      setBody((now) => (now === text ? '' : now))
      await onSent()
      field.current?.focus()
    },
  })

  function submit() {
    const problem =
      body.trim() === ''
        ? 'Please write a message.'
        : body.trim().length > maxMessageLength
          ? `Please use at most ${maxMessageLength.toLocaleString('en-US')} characters.`
          : null
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
        submit()
      }}
    >
      <Field label={label} labelClassName="wrap-anywhere" hint={hint} error={wrong}>
        <Textarea ref={field} rows={4} value={body} onChange={(event) => setBody(event.target.value)} />
      </Field>
      {sending.isError && (
        <Notice tone="error">
          {messageOf(sending.error, 'The message could not be sent. Please try again.')}
        </Notice>
      )}
      <Button type="submit" className="self-start" busy={sending.isPending} busyLabel="Sending...">
        <Send aria-hidden />
        Send
      </Button>
    </form>
  )
}
