import { formatMoney } from '../../../../shared/money.ts'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { Invoice } from '../../contract.ts'
import { testSentence } from '../../document/movement-rules.ts'

/** Says why a paid invoice has no form. */
export function PaidNotice({ invoice }: { invoice: Invoice }) {
  const isWaived = invoice.waivedMinor > 0
  const title = isWaived ? 'This invoice is settled' : 'This invoice is paid'
  const test = testSentence(invoice)
  if (test) {
    return (
      <Notice tone="attention" title={title}>
        {test}{' '}
        {invoice.creditNotesMinor > 0
          ? 'The invoice can no longer be changed because it has a credit note.'
          : 'The invoice can be changed once test payments are removed.'}
      </Notice>
    )
  }
  return (
    <Notice tone="success" title={title}>
      {isWaived
        ? `${formatMoney(invoice.waivedMinor, invoice)} was returned to the client and is no longer owed. The invoice can no longer be changed because it’s a record of money that moved.`
        : 'It can no longer be changed because it’s a record of money you received.'}
    </Notice>
  )
}
