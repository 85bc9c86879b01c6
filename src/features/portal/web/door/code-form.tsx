import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { enterPortalCode, sendPortalCode } from '../../contract.ts'
import { codeMinutes } from '../../rules.ts'

interface CodeFormProps {
  token: string
  maskedEmail: string
  onConfirmed: () => void
}

/** Asks for a code that goes to the client's address, and lets this browser in with it. */
export function CodeForm({ token, maskedEmail, onConfirmed }: CodeFormProps) {
  const params = { token }
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [isSent, setIsSent] = useState(false)
  const sending = useMutation({
    mutationFn: () => call(sendPortalCode, { params }),
    onSuccess: () => setIsSent(true),
  })
  const entering = useMutation({
    mutationFn: () => call(enterPortalCode, { params, body: { code } }),
    onSuccess: onConfirmed,
    onError: () => field.current?.focus(),
  })
  useEffect(() => {
    if (isSent) field.current?.focus()
  }, [isSent])

  if (!isSent) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          You’re opening this page for the first time on this device. We’ll send a code to{' '}
          <span className="font-medium wrap-anywhere text-foreground">{maskedEmail}</span>.
        </p>
        {sending.isError && (
          <Notice tone="error">
            {messageOf(sending.error, 'The code could not be sent. Please try again.')}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate()}>
            Send code
          </Button>
          {/* A phone may have dropped this page while the client read the email. */}
          <Button variant="link" onClick={() => setIsSent(true)}>
            I have a code
          </Button>
        </div>
      </div>
    )
  }
  const wrong = entering.error instanceof ApiError ? entering.error.fields['code'] : undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        entering.mutate()
      }}
    >
      <output className="text-sm text-muted">
        {sending.isSuccess ? 'We’ve sent a code to' : 'Enter the code from the email to'}{' '}
        <span className="font-medium wrap-anywhere text-foreground">{maskedEmail}</span>. It’s valid for{' '}
        {codeMinutes} minutes.
      </output>
      <Field label="Code" required error={wrong}>
        <Input
          ref={field}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          className="max-w-40 tabular-nums"
        />
      </Field>
      {entering.isError && wrong === undefined && (
        <Notice tone="error">{messageOf(entering.error, 'That didn’t work. Please try again.')}</Notice>
      )}
      {sending.isError && (
        <Notice tone="error">
          {messageOf(sending.error, 'The code could not be sent. Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={entering.isPending} busyLabel="Checking...">
          Continue
        </Button>
        <Button
          variant="link"
          busy={sending.isPending}
          busyLabel="Sending..."
          onClick={() => {
            setCode('')
            entering.reset()
            sending.mutate()
          }}
        >
          Send a new code
        </Button>
      </div>
    </form>
  )
}
