import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { emailInvoice } from '../../contract.ts'
import { refreshInvoices } from '../invoice-api.ts'
import { CompactLabel, compactButton } from './compact-label.tsx'

interface EmailInvoiceButtonProps {
  invoiceId: string
  describedBy?: string | undefined
  className?: string | undefined
}

export function EmailInvoiceButton({ invoiceId, describedBy, className }: EmailInvoiceButtonProps) {
  const client = useQueryClient()
  const mailing = useMutation({
    mutationFn: () => call(emailInvoice, { params: { id: invoiceId } }),
    onSuccess: async ({ to, state }) => {
      if (state === 'held') {
        showToast({
          title: 'Email Waiting',
          description: `It goes out to ${to} once you have confirmed your own email address.`,
        })
      } else {
        showSuccess('Email Sent', `The invoice is on its way to ${to}.`)
      }
      await refreshInvoices(client)
    },
    onError: (error) => showError('Email Error', messageOf(error, 'Failed to send invoice email')),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={mailing.isPending}
      busyLabel={<CompactLabel>Sending...</CompactLabel>}
      aria-describedby={describedBy}
      className={classNames(compactButton, className)}
      onClick={() => mailing.mutate()}
    >
      <Mail aria-hidden className="max-sm:hidden as-cards:hidden" />
      <CompactLabel>Email</CompactLabel>
    </Button>
  )
}
