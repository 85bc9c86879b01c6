import { formatMoney } from '../../../../shared/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { MadeInvoiceRow } from '../../../invoices/web/made-invoice-row.tsx'
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
            <MadeInvoiceRow key={invoice.id} invoice={invoice} />
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
