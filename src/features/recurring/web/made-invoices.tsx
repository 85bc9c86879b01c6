import { useInfiniteQuery } from '@tanstack/react-query'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { MadeInvoiceRow } from '../../invoices/web/made-invoice-row.tsx'
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
                <MadeInvoiceRow key={invoice.id} invoice={invoice} />
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
