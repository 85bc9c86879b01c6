import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast, showError } from '../../../web/ui/toast.ts'
import { EmailInput } from '../../auth/web/email-input.tsx'
import { useSession } from '../../auth/web/session.ts'
import { type MailSetup, type OutboxMail, sendTestMail } from '../contract.ts'
import { followMail, refreshAdminMail } from './admin-mail-api.ts'

interface TestMailCardProps {
  transport: MailSetup['transport'] | undefined
  onOpen: (mailId: string) => void
}

type Body = z.input<typeof sendTestMail.body>

export function TestMailCard({ transport, onOpen }: TestMailCardProps) {
  const client = useQueryClient()
  const session = useSession()
  const { register, handleSubmit, setError, formState } = useForm<Body>({
    resolver: zodResolver(sendTestMail.body),
    defaultValues: { to: session.status === 'signed-in' ? session.session.user.email : '' },
  })
  const sending = useMutation({
    mutationFn: async (body: Body) => {
      const { id } = await call(sendTestMail, { body })
      void refreshAdminMail(client)
      // The mail is queued even if its state cannot be read.
      const mail = await followMail(id).catch(() => null)
      void refreshAdminMail(client)
      return { to: body.to, mail }
    },
    onError: (error) => {
      if (showFieldErrors(error, setError, ['to'])) return
      showError('Test Email Not Sent', messageOf(error, 'The email couldn’t be sent. Please try again.'))
    },
  })
  const submit = handleSubmit((body) => {
    // Enter in the field submits the form even while its button is busy.
    if (sending.isPending) return
    dismissToast()
    sending.mutate(body)
  })
  return (
    <Card aria-labelledby="test-mail">
      <CardHeader>
        <CardTitle id="test-mail">Test email</CardTitle>
        <CardDescription>Send one the way all email is sent, and see whether it arrives.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <form
          noValidate
          method="post"
          aria-labelledby="test-mail"
          className="flex gap-x-2 gap-y-4 max-sm:flex-col sm:items-start"
          onSubmit={(event) => void submit(event)}
        >
          <Field label="Send to" required error={formState.errors.to?.message} className="flex-1 sm:max-w-md">
            <EmailInput {...register('to')} autoComplete="email" />
          </Field>
          <SubmitButton
            variant="secondary"
            busy={sending.isPending}
            busyLabel="Sending..."
            className="sm:mt-6.5"
          >
            <Send aria-hidden />
            Send test email
          </SubmitButton>
        </form>
        {/* Always rendered, so that screen readers announce the result. */}
        <output className="block empty:hidden">
          {sending.isSuccess && (
            <Outcome to={sending.data.to} mail={sending.data.mail} transport={transport} onOpen={onOpen} />
          )}
        </output>
      </CardContent>
    </Card>
  )
}

type OutcomeProps = TestMailCardProps & { to: string; mail: OutboxMail | null }

function Outcome({ to, mail, transport, onOpen }: OutcomeProps) {
  if (mail?.state === 'sent' && transport?.kind === 'mailbox') {
    return (
      <Notice
        tone="success"
        title="Saved"
        className="wrap-anywhere"
        actions={
          <Button variant="secondary" size="sm" onClick={() => onOpen(mail.id)}>
            Open
          </Button>
        }
      >
        The email to {to} didn’t leave this machine. It’s in the mailbox below.
      </Notice>
    )
  }
  if (mail?.state === 'sent') {
    return (
      <Notice tone="success" title="Sent" className="wrap-anywhere">
        The email server accepted the message to {to}. Check the inbox and the spam folder.
      </Notice>
    )
  }
  if (mail?.state === 'failed') {
    return (
      <Notice tone="error" title="Failed" className="wrap-anywhere">
        {mail.lastError ?? 'The reason is unknown.'}
      </Notice>
    )
  }
  return (
    <Notice
      tone="attention"
      title={mail?.lastError ? 'Not sent yet' : 'Still queued'}
      className="wrap-anywhere"
    >
      {mail?.lastError ?? 'It hasn’t been sent yet.'} We’ll try again automatically. The outbox below shows
      its status.
    </Notice>
  )
}
