import type { ComponentProps } from 'react'
import { EmailInvoiceButton } from '../../features/invoices/web/actions/email-invoice-button.tsx'
import { PaymentLinkButton } from '../../features/invoices/web/actions/payment-link-button.tsx'
import { InvoiceMenu } from './invoice-menu.tsx'

interface InvoiceActionsProps {
  invoice: ComponentProps<typeof InvoiceMenu>['invoice'] & { publicUrl: string }
  /** The id of the element that names the invoice, where a page has several sets of these buttons. */
  describedBy?: string
  /** Called after the invoice was deleted, on a page about this invoice. */
  onDeleted?: () => void | Promise<void>
}

/** Payment Link, Email and a menu, in the rows of the list and at the top of the editor. */
export function InvoiceActions({ invoice, describedBy, onDeleted }: InvoiceActionsProps) {
  // On a phone and in a card, the two buttons share the width of their line.
  const buttonClasses = 'whitespace-nowrap max-sm:flex-auto max-sm:px-2 as-cards:flex-auto as-cards:px-2'
  return (
    <>
      <PaymentLinkButton publicUrl={invoice.publicUrl} describedBy={describedBy} className={buttonClasses} />
      <EmailInvoiceButton invoiceId={invoice.id} describedBy={describedBy} className={buttonClasses} />
      <InvoiceMenu invoice={invoice} {...(onDeleted ? { onDeleted } : {})} />
    </>
  )
}
