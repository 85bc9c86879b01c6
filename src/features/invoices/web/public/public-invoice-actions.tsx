import { useMutation } from '@tanstack/react-query'
import { Download, Mail, Printer } from 'lucide-react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { type InvoiceDocument } from '../../contract.ts'
import { emailPublicInvoice } from '../../public/contract.ts'
import { pdfUrl } from '../invoice-api.ts'

interface PublicInvoiceActionsProps {
  id: string
  invoice: Pick<InvoiceDocument, 'status' | 'client'>
  /** Whether the page has a pay button, which is then the primary action. */
  canPay: boolean
}

export function PublicInvoiceActions({ id, invoice, canPay }: PublicInvoiceActionsProps) {
  const clientEmail = invoice.client.email
  const isCancelled = invoice.status === 'cancelled'
  const email = useMutation({
    mutationFn: () => call(emailPublicInvoice, { params: { id } }),
    onSuccess: ({ state }) =>
      state === 'held'
        ? showToast({
            title: 'Email Waiting',
            description: `The invoice will be sent to ${clientEmail} once its sender has confirmed their own email address.`,
          })
        : showSuccess('Email Sent', `The invoice is on its way to ${clientEmail}.`),
    onError: (error) => showError('Email Error', messageOf(error, 'Failed to send invoice email')),
  })
  return (
    <div className="flex flex-col gap-2">
      <Button asChild variant={canPay ? 'secondary' : 'primary'}>
        <a href={pdfUrl(id)} download>
          <Download aria-hidden />
          Download PDF
        </a>
      </Button>
      <div className={classNames('grid gap-2', !isCancelled && 'grid-cols-2')}>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        {!isCancelled && (
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
      {!isCancelled && (
        <p id="email-goes-to" className="text-xs wrap-anywhere text-muted">
          Email sends this invoice to {clientEmail}.
        </p>
      )}
    </div>
  )
}
