import { isIsoDate } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { DocumentStyle } from '../../../business/contract.ts'
import type { OwnField } from '../../../fields/contract.ts'
import { shownFieldsIn } from '../../../fields/rules.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { type PaidFacts, documentOn, paidFactsOf, unpaid } from '../../document/document-rules.ts'
import { textKeys } from '../../document/input-rules.ts'
import { previewedLateFee } from '../late-fees/late-fee-values.ts'
import { previewParts } from '../parts/part-values.ts'
import type { ContentValues } from './content-values.ts'
import { previewCharge } from './preview-charge.ts'

export interface PreviewFacts {
  number: string | null
  today: string
  /** The number format of the document. */
  locale: string
  /** The payments of the invoice; left out for an invoice without payments. */
  paid?: PaidFacts | null
  style?: DocumentStyle | undefined
  /** The own fields of invoices. */
  fields?: readonly OwnField[]
}

/** The form values with the dates to show, as typed or calculated. */
interface PreviewValues extends ContentValues {
  issueDate: string | null
  dueDate: string | null
}

/** The day as typed; the first possible one while what is typed is no day or lies before it. */
export function laterDay(typed: string | null, first: string): string {
  return typed !== null && isIsoDate(typed) && typed > first ? typed : first
}

/** Returns the document for the form values, with placeholders for missing and invalid ones. */
export function previewDocument(values: PreviewValues, facts: PreviewFacts): InvoiceDocument {
  const { number, today, locale, paid, style, fields = [] } = facts
  const { company, client, logo, currency, description } = values
  const issueDate = values.issueDate !== null && isIsoDate(values.issueDate) ? values.issueDate : today
  const dueDate = laterDay(values.dueDate, issueDate)
  const { id: _id, ...billedTo } = client
  const lateFees = paid?.lateFees ?? []
  const { charge, totals } = previewCharge(values.charge, currency, lateFees)
  // Both together are refused: the client pays early in one payment, or in parts.
  const parts = values.paymentTerms === '2_10_net_30' ? [] : values.parts
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
    parts: previewParts(parts, { issueDate, dueDate, totalMinor: totals.totalMinor, lateFees }),
    shownFields: shownFieldsIn(fields, values.ownFields),
    paidOn: null,
    style,
    ...coveredFacts(paid, totals.totalMinor),
  })
}

/**
 * The payments, unless the amount is too low for them. Such an amount cannot be saved, and may be one that is still being
 * typed.
 */
function coveredFacts(paid: PaidFacts | null | undefined, totalMinor: number): PaidFacts {
  if (!paid) return unpaid
  const isCovered = paid.receivedMinor + paid.creditedMinor <= totalMinor
  return isCovered ? paidFactsOf(paid) : { ...unpaid, lateFees: paid.lateFees }
}
