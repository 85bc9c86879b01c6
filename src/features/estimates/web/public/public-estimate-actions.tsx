import { useMutation } from '@tanstack/react-query'
import { Download, Mail, Printer } from 'lucide-react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { emailPublicEstimate } from '../../contract.ts'
import { estimatePdfUrl } from '../estimate-api.ts'

export function PublicEstimateActions({ id, clientEmail }: { id: string; clientEmail: string }) {
  const email = useMutation({
    mutationFn: () => call(emailPublicEstimate, { params: { id } }),
    onSuccess: ({ state }) =>
      state === 'held'
        ? showToast({
            title: 'Email Waiting',
            description: `The estimate will be sent to ${clientEmail} once its sender has confirmed their own email address.`,
          })
        : showSuccess('Email Sent', `The estimate is on its way to ${clientEmail}.`),
    onError: (error) =>
      showError('Email Error', messageOf(error, 'The estimate could not be emailed. Please try again.')),
  })
  return (
    <div className="flex flex-col gap-2">
      <Button asChild variant="secondary">
        <a href={estimatePdfUrl(id)} download>
          <Download aria-hidden />
          Download PDF
        </a>
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
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
      </div>
      <p id="email-goes-to" className="text-xs wrap-anywhere text-muted">
        Email sends this estimate to {clientEmail}.
      </p>
    </div>
  )
}
