import { call } from '../../../../web/api-client.ts'
import { emailInvoice } from '../../contract.ts'
import { type ButtonLook, EmailButton, LinkButton } from './document-buttons.tsx'
import { useSendEmail } from './use-send-email.ts'

export function EmailInvoiceButton({ invoiceId, ...look }: ButtonLook & { invoiceId: string }) {
  const send = () => call(emailInvoice, { params: { id: invoiceId } })
  const mailing = useSendEmail('invoice', send, {
    waiting: 'Email Waiting',
    sent: 'Email Sent',
    failed: 'Email Error',
    fallback: 'Failed to send invoice email',
  })
  return <EmailButton {...look} mailing={mailing} />
}

export function PaymentLinkButton(props: ButtonLook & { publicUrl: string }) {
  return (
    <LinkButton
      {...props}
      label="Payment Link"
      copied="Payment link copied to clipboard."
      dialogTitle="Payment Link"
    />
  )
}
