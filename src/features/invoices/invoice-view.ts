import type { Deps } from '../../platform/deps.ts'
import { dateIn } from '../../shared/dates.ts'
import { pick } from '../../shared/pick.ts'
import { fileUrl } from '../business/rules.ts'
import { fromColumns } from './columns.ts'
import type { Invoice, InvoiceDocument } from './contract.ts'
import { documentOf, documentOn, paidFactsOf } from './document/document-rules.ts'
import { withoutSources } from './document/source-rules.ts'
import { type Totals, calculateTotals } from './document/totals-rules.ts'
import { withLateFees } from './late-fees/late-fee-rules.ts'
import { dueNowMinor, partsOn } from './parts/part-rules.ts'
import type { InvoiceRow } from './queries.ts'
import { canBeCredited, statusOn } from './rules.ts'

export function publicUrlOf(appUrl: string, invoiceId: string): string {
  return `${appUrl}/invoices/${invoiceId}/view`
}

function totalsOf(row: InvoiceRow, charge: Invoice['charge']): Totals {
  const result = calculateTotals(charge, row.currency, row.lateFees)
  // The stored total was calculated by the same rules. A different result would show the client a wrong amount.
  if (!result.ok || result.totals.totalMinor !== row.totalMinor) {
    throw new Error(`the parts of invoice ${row.id} do not add up to its total`)
  }
  return result.totals
}

function logoOf({ logoId, logo }: InvoiceRow): Invoice['logo'] {
  return logoId && logo ? { id: logoId, url: fileUrl(logoId), ...logo } : null
}

function styleOf({ documentLook, accentColour, logoPosition }: InvoiceRow): InvoiceDocument['style'] {
  return { look: documentLook, accentColour, logoPosition }
}

/** Returns the whole invoice: what it asks for before any credit note, its late fees included. */
export function chargeAndTotalsOf(row: InvoiceRow): Pick<Invoice, 'charge' | 'totals'> {
  const { charge } = fromColumns(row)
  return { charge: withLateFees(withoutSources(charge), row.lateFees), totals: totalsOf(row, charge) }
}

function sharedFields(row: InvoiceRow) {
  const input = fromColumns(row)
  return {
    ...input,
    parts: row.parts ?? [],
    number: row.number,
    locale: row.locale,
    logo: logoOf(row),
    totals: totalsOf(row, input.charge),
    style: styleOf(row),
    shownFields: row.shownFields,
    ...paidFactsOf(row),
  }
}

/** Returns what the client sees today. */
export function toDocument(
  { now }: Deps<'now'>,
  { invoice, business: { timeZone } }: { invoice: InvoiceRow; business: { timeZone: string } },
): InvoiceDocument {
  const paidOn = invoice.paidAt && dateIn(timeZone, invoice.paidAt)
  const document = documentOf({ ...sharedFields(invoice), status: invoice.status, paidOn })
  return documentOn(dateIn(timeZone, now()), document)
}

/** Returns what the owner sees. */
export function toInvoice(row: InvoiceRow, { today, appUrl }: { today: string; appUrl: string }): Invoice {
  const { parts, ...shared } = sharedFields(row)
  const views = partsOn(today, parts, { ...row, isOpen: row.status === 'pending' })
  return {
    ...shared,
    parts: views,
    dueMinor: views.length > 0 ? dueNowMinor(views) : row.openMinor,
    ...pick(row, ['id', 'version', 'openMinor', 'seriesId', 'estimateId', 'approval']),
    status: statusOn(today, row),
    canBeCredited: canBeCredited(row),
    publicUrl: publicUrlOf(appUrl, row.id),
    sentAt: row.sentAt?.toISOString() ?? null,
    viewedAt: row.viewedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
