import { isIsoDate } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { DocumentStyle } from '../../../business/contract.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { type PaidFacts, documentOn, paidFactsOf, unpaid } from '../../document/document-rules.ts'
import { textKeys } from '../../document/input-rules.ts'
import { type Charge, type Totals, calculateTotals } from '../../document/totals-rules.ts'
import { readCharge } from '../charge/charge-values.ts'
import type { ContentValues } from './content-values.ts'

export interface PreviewFacts {
  /** Null until it is made. */
  number: string | null
  /** In the business's time zone. */
  today: string
  /** What was paid for it; left out for nothing. */
  paid?: PaidFacts | null
  /** The usual one when it is left out. */
  style?: DocumentStyle | undefined
}

/** The dates of the one that is shown, as they are typed or as they follow. */
interface PreviewValues extends ContentValues {
  issueDate: string | null
  dueDate: string | null
}

/** What the form would make, with something gentle in place of what is missing. */
export function previewDocument(values: PreviewValues, facts: PreviewFacts): InvoiceDocument {
  const { number, today, paid, style } = facts
  const { company, client, logo, description } = values
  const issueDate = values.issueDate !== null && isIsoDate(values.issueDate) ? values.issueDate : today
  const dueDate = values.dueDate !== null && isIsoDate(values.dueDate) ? values.dueDate : issueDate
  const charge = readCharge(values.charge, { blank: 0, wrong: 0 })
  const { id: _id, ...billedTo } = client
  return documentOn(today, {
    number: number ?? 'New',
    status: 'pending',
    company: { ...company, name: company.name.trim() || 'Your company' },
    logo,
    client: { ...billedTo, name: billedTo.name.trim() || 'Your client' },
    issueDate,
    dueDate,
    ...pick(values, ['paymentTerms', ...textKeys]),
    // An invoice of one amount that says nothing is named by its number, which a new one has not got yet.
    description:
      number === null && charge.kind === 'amount' && !description ? 'What this is for' : description,
    charge,
    totals: totalsSoFar(charge),
    paidOn: null,
    style,
    ...unpaid,
    ...(paid && paidFactsOf(paid)),
  })
}

/** While the form is being filled in: without a discount that is too high, and nothing where nothing can be said. */
function totalsSoFar(charge: Charge): Totals {
  const whole = calculateTotals(charge)
  if (whole.ok) return whole.totals
  const plain = charge.kind === 'lines' ? calculateTotals({ ...charge, discount: null }) : whole
  if (plain.ok) return plain.totals
  const none = { subtotalCents: 0, discountCents: 0, taxableCents: 0, taxCents: 0, feesCents: 0 }
  return {
    ...none,
    lineCents: charge.kind === 'lines' ? charge.lines.map(() => 0) : [],
    taxesCents: charge.kind === 'lines' ? charge.taxes.map(() => 0) : [],
    totalCents: 0,
  }
}
