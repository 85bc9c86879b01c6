import { NewSeriesPage as NewSeries } from '../../recurring/web/new-series-page.tsx'
import { SeriesPage as ExistingSeries } from '../../recurring/web/series-page.tsx'
import { WithInvoiceParts } from './with-invoice-parts.tsx'

export function NewSeriesPage() {
  return (
    <WithInvoiceParts>
      <NewSeries />
    </WithInvoiceParts>
  )
}

export function SeriesPage() {
  return (
    <WithInvoiceParts>
      <ExistingSeries />
    </WithInvoiceParts>
  )
}
