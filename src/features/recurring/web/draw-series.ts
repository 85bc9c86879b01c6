import type { DocumentStyle } from '../../business/contract.ts'
import type { OwnField } from '../../fields/contract.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { previewDocument } from '../../invoices/web/form/preview-document.ts'
import type { Series } from '../contract.ts'
import { fillContent } from '../period-text-rules.ts'
import { type SeriesFormValues, periodToShow, previewDates } from './series-form-values.ts'

interface DrawnFacts {
  /** Null for a new series. */
  saved: Series | null
  today: string
  locale: string
  style: DocumentStyle | undefined
  fields: readonly OwnField[]
}

/** The next invoice of a series, as its client would see it. */
export function drawSeries(
  values: SeriesFormValues,
  { saved, today, locale, style, fields }: DrawnFacts,
): InvoiceDocument {
  const dates = previewDates(values, { saved, today })
  const period = periodToShow(values, { saved, today })
  const filled = period ? fillContent(values, period) : values
  return previewDocument({ ...filled, ...dates }, { number: null, today, locale, style, fields })
}
