import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { textLink } from '../../../../web/ui/text-link.ts'
import { InvoiceStatusBadge } from '../../../invoices/web/invoice-status-badge.tsx'
import type { Estimate } from '../../contract.ts'

/** The invoices made from an estimate, and what is left. Renders nothing before the first one. */
export function EstimateInvoicesPanel({ estimate }: { estimate: Estimate }) {
  const { invoices, leftMinor, document } = estimate
  if (invoices.length === 0) return null
  return (
    <Card aria-label="Invoices">
      <CardHeader>
        <CardTitle>Invoices</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="-mt-3 divide-y divide-border text-sm">
          {invoices.map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
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
                {formatMoney(invoice.totalMinor, invoice)}
              </span>
            </li>
          ))}
        </ul>
        <dl className="flex items-baseline justify-between gap-4 border-t border-border pt-3 text-sm">
          <dt className="text-muted">Left to invoice</dt>
          <dd className="font-semibold text-foreground tabular-nums">{formatMoney(leftMinor, document)}</dd>
        </dl>
      </CardContent>
    </Card>
  )
}
