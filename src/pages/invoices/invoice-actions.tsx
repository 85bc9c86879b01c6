import type { ComponentProps } from 'react'
import { EmailInvoiceButton } from '../../features/invoices/web/actions/email-invoice-button.tsx'
import { PaymentLinkButton } from '../../features/invoices/web/actions/payment-link-button.tsx'
import { InvoiceMenu } from './invoice-menu.tsx'

interface InvoiceActionsProps {
  invoice: ComponentProps<typeof InvoiceMenu>['invoice'] & { publicUrl: string }
  /** The element that names the invoice, where several sets of these buttons stand on one page. */
  describedBy?: string
  /** After it was deleted, where the menu stands on a page about this invoice. */
  onDeleted?: () => void | Promise<void>
}

/** Payment Link, Email, and a menu with the rest. Used by the list's rows and at the top of the editor. */
export function InvoiceActions({ invoice, describedBy, onDeleted }: InvoiceActionsProps) {
  // On a phone and in a card the two share the width of their line.
  const place = 'whitespace-nowrap max-sm:flex-auto max-sm:px-2 as-cards:flex-auto as-cards:px-2'
  return (
    <>
      <PaymentLinkButton publicUrl={invoice.publicUrl} describedBy={describedBy} className={place} />
      <EmailInvoiceButton invoiceId={invoice.id} describedBy={describedBy} className={place} />
      <InvoiceMenu invoice={invoice} {...(onDeleted ? { onDeleted } : {})} />
    </>
  )
}
