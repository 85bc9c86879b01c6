import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { InvoiceStatusBadge } from '../../invoices/web/invoice-status-badge.tsx'
import type { Series } from '../contract.ts'
import { madeInvoicesQuery } from './series-api.ts'

/** The invoices of a series, newest first. Renders nothing before the first one. */
export function MadeInvoices({ series }: { series: Pick<Series, 'id' | 'made'> }) {
  const list = useInfiniteQuery({ ...madeInvoicesQuery(series.id), enabled: series.made > 0 })
  if (series.made === 0) return null
  const invoices = list.data?.pages.flatMap((page) => page.invoices)
  return (
    <Card aria-label="Invoices created">
      <CardHeader>
        <CardTitle>Invoices created</CardTitle>
      </CardHeader>
      <CardContent>
        {invoices ? (
          <>
            <ul className="-my-3 divide-y divide-border text-sm">
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
                    {formatMoney(invoice.totalMinor, { currency: invoice.currency })}
                  </span>
                </li>
              ))}
            </ul>
            {invoices.length === 0 && <p className="text-sm text-muted">They have since been deleted.</p>}
            <ShowMore list={list} size="sm" className="mt-6" />
          </>
        ) : (
          <PanelFallback
            query={list}
            title="The invoices could not be loaded"
            text={null}
            sizes={['h-10 w-full']}
          />
        )}
      </CardContent>
    </Card>
  )
}
