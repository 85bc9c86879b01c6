import { Notice } from '../../../../web/ui/notice.tsx'
import type { Invoice } from '../../contract.ts'

/** Says why an invoice with credit notes has no form. */
export function CreditedNotice({ invoice }: { invoice: Pick<Invoice, 'status' | 'creditNotes'> }) {
  if (invoice.creditNotes.length === 0) return null
  if (invoice.status === 'cancelled') {
    return (
      <Notice title="This invoice was canceled">
        There is nothing to pay. Duplicate it to send a corrected one.
      </Notice>
    )
  }
  const isOne = invoice.creditNotes.length === 1
  return (
    <Notice title="A part of this invoice was credited">
      {`It can no longer be changed because ${isOne ? 'a credit note refers' : 'credit notes refer'} to it.`}
    </Notice>
  )
}
