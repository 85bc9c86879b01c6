import { useMutation } from '@tanstack/react-query'
import { Download, Mail, Printer } from 'lucide-react'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import type { emailPublicInvoice } from '../../public/contract.ts'

interface PublicDocumentActionsProps {
  what: 'invoice' | 'estimate'
  pdfUrl: string
  clientEmail: string
  send: () => Promise<ResponseOf<typeof emailPublicInvoice>>
  /** Shown if the server gives no reason. */
  failure: string
  isPrimary?: boolean
  canEmail?: boolean
}

/** What a client can do with the document on its public page. */
export function PublicDocumentActions(props: PublicDocumentActionsProps) {
  const { what, pdfUrl, clientEmail, send, failure, isPrimary = false, canEmail = true } = props
  const email = useMutation({
    mutationFn: send,
    onSuccess: ({ state }) =>
      state === 'held'
        ? showToast({
            title: 'Email Waiting',
            description: `The ${what} will be sent to ${clientEmail} once its sender has confirmed their own email address.`,
          })
        : showSuccess('Email Sent', `The ${what} is on its way to ${clientEmail}.`),
    onError: (error) => showError('Email Error', messageOf(error, failure)),
  })
  return (
    <div className="flex flex-col gap-2">
      <Button asChild variant={isPrimary ? 'primary' : 'secondary'}>
        <a href={pdfUrl} download>
          <Download aria-hidden />
          Download PDF
        </a>
      </Button>
      <div className={classNames('grid gap-2', canEmail && 'grid-cols-2')}>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        {canEmail && (
          <Button
            variant="secondary"
            aria-describedby="email-goes-to"
            busy={email.isPending}
            busyLabel="Sending..."
            onClick={() => email.mutate()}
          >
            <Mail aria-hidden />
            Email
          </Button>
        )}
      </div>
      {canEmail && (
        <p id="email-goes-to" className="text-xs wrap-anywhere text-muted">
          Email sends this {what} to {clientEmail}.
        </p>
      )}
    </div>
  )
}
