import { Card, CardContent } from '../../../web/ui/card.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { useOwnFields } from '../../fields/web/own-fields-api.ts'
import { InvoicePaper } from '../../invoices/web/paper/invoice-paper.tsx'
import { planSentence } from '../../schedules/rules.ts'
import type { Series } from '../contract.ts'
import { drawSeries } from './draw-series.ts'
import { MadeInvoices } from './made-invoices.tsx'
import type { SeriesFormValues } from './series-form-values.ts'

interface SeriesViewProps {
  series: Series
  values: SeriesFormValues
  today: string
  locale: string
  style: DocumentStyle | undefined
}

/** A recurring invoice for those who may not change it: its dates, its next invoice and those it made. */
export function SeriesView({ series, values, ...facts }: SeriesViewProps) {
  const fields = useOwnFields('invoice')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="flex flex-col gap-6 lg:order-last">
        <Card aria-label="Schedule">
          <CardContent>
            <p className="font-medium text-foreground">{planSentence(series)}</p>
            <p className="text-sm text-muted">
              {series.sends ? 'Each invoice is emailed automatically.' : 'Each invoice waits as a draft.'}
            </p>
          </CardContent>
        </Card>
        <MadeInvoices series={series} />
      </div>
      <InvoicePaper invoice={drawSeries(values, { saved: series, fields, ...facts })} />
    </div>
  )
}
