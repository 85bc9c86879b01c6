import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import type { InvoiceListItem } from '../contract.ts'
import { InvoiceStatusBadge } from './invoice-status-badge.tsx'

interface MadeInvoiceRowProps {
  invoice: Pick<InvoiceListItem, 'id' | 'number' | 'issueDate' | 'status' | 'totalMinor' | 'currency'>
}

/** An invoice in the list of those made from something. */
export function MadeInvoiceRow({ invoice }: MadeInvoiceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="mr-auto min-w-0">
        <Link
          to="/invoices/$id"
          params={{ id: invoice.id }}
          className={classNames(textLink, 'touch:-my-2.5 touch:inline-block touch:py-2.5')}
        >
          {invoice.number}
        </Link>
        <p className="text-xs text-muted">
          <time dateTime={invoice.issueDate}>{formatDate(invoice.issueDate)}</time>
        </p>
      </div>
      <InvoiceStatusBadge status={invoice.status} />
      <span className="min-w-20 text-right font-semibold text-foreground tabular-nums">
        {formatMoney(invoice.totalMinor, { currency: invoice.currency })}
      </span>
    </li>
  )
}
