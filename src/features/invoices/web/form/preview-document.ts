import type { Currency } from '../../../../shared/currencies.ts'
import { isIsoDate } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { DocumentStyle } from '../../../business/contract.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { type PaidFacts, documentOn, paidFactsOf, unpaid } from '../../document/document-rules.ts'
import { textKeys } from '../../document/input-rules.ts'
import { withoutSources } from '../../document/source-rules.ts'
import { type Charge, type Totals, calculateTotals } from '../../document/totals-rules.ts'
import type { LateFee } from '../../late-fees/late-fee-rules.ts'
import { readCharge } from '../charge/charge-values.ts'
import { previewedLateFee } from '../late-fees/late-fee-values.ts'
import { previewParts } from '../parts/part-values.ts'
import type { ContentValues } from './content-values.ts'

export interface PreviewFacts {
  number: string | null
  today: string
  /** The number format of the document. */
  locale: string
  /** The payments of the invoice; left out for an invoice without payments. */
  paid?: PaidFacts | null
  style?: DocumentStyle | undefined
}

/** The form values with the dates to show, as typed or calculated. */
interface PreviewValues extends ContentValues {
  issueDate: string | null
  dueDate: string | null
}

/** Returns the document for the form values, with placeholders for missing ones. */
export function previewDocument(values: PreviewValues, facts: PreviewFacts): InvoiceDocument {
  const { number, today, locale, paid, style } = facts
  const { company, client, logo, currency, description } = values
  const issueDate = values.issueDate !== null && isIsoDate(values.issueDate) ? values.issueDate : today
  const dueDate = values.dueDate !== null && isIsoDate(values.dueDate) ? values.dueDate : issueDate
  const charge = withoutSources(readCharge(values.charge, { blank: 0, invalid: 0 }))
  const { id: _id, ...billedTo } = client
  const lateFees = paid?.lateFees ?? []
  const totals = previewTotals(charge, currency, lateFees)
  return documentOn(today, {
    number: number ?? 'New',
    status: 'pending',
    company: { ...company, name: company.name.trim() || 'Your company' },
    logo,
    client: { ...billedTo, name: billedTo.name.trim() || 'Your client' },
    issueDate,
    dueDate,
    ...pick(values, ['paymentTerms', ...textKeys]),
    // A single amount without a description shows the invoice number, which a new invoice does not have yet.
    description:
      number === null && charge.kind === 'amount' && !description ? 'What this is for' : description,
    currency,
    locale,
    charge,
    totals,
    lateFeeTerms: previewedLateFee(values.lateFee),
    parts: previewParts(values.parts, { issueDate, dueDate, totalMinor: totals.totalMinor, lateFees }),
    paidOn: null,
    style,
    ...unpaid,
    ...(paid && paidFactsOf(paid)),
  })
}

/** Returns the totals of an unfinished form: without a discount that is too high, and 0 if there is no valid total. */
function previewTotals(charge: Charge, currency: Currency, lateFees: readonly LateFee[]): Totals {
  const complete = calculateTotals(charge, currency, lateFees)
  if (complete.ok) return complete.totals
  const undiscounted =
    charge.kind === 'lines' ? calculateTotals({ ...charge, discount: null }, currency, lateFees) : complete
  if (undiscounted.ok) return undiscounted.totals
  const zeros = { subtotalMinor: 0, discountMinor: 0, taxableMinor: 0, taxMinor: 0, feesMinor: 0 }
  return {
    ...zeros,
    lineMinor: charge.kind === 'lines' ? charge.lines.map(() => 0) : [],
    taxesMinor: charge.kind === 'lines' ? charge.taxes.map(() => 0) : [],
    totalMinor: 0,
  }
}
