import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { dateIn } from '../../shared/dates.ts'
import { pick } from '../../shared/pick.ts'
import { fileUrl } from '../business/rules.ts'
import { taxNoteOf } from '../invoices/columns.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { unpaid } from '../invoices/document/document-rules.ts'
import { type InvoiceContent, completeContent, textKeys } from '../invoices/document/input-rules.ts'
import { type Totals, calculateTotals } from '../invoices/document/totals-rules.ts'
import { statusOn as invoiceStatusOn } from '../invoices/rules.ts'
import type { Estimate } from './contract.ts'
import type { PublicEstimate } from './public/contract.ts'
import { type EstimateInvoiceRow, type EstimateRow, listEstimateInvoices, readActors } from './queries.ts'
import { statusOn } from './rules.ts'
import { type EarlierInvoice, type SharedEstimate, leftToInvoice } from './share-rules.ts'

interface InTimeZone {
  timeZone: string
}

export function estimateUrlOf(appUrl: string, estimateId: string): string {
  return `${appUrl}/estimates/${estimateId}/view`
}

export function contentOf({ content }: Pick<EstimateRow, 'content'>): InvoiceContent {
  return completeContent(content)
}

function totalsOf({ id, currency, totalMinor }: EstimateRow, { charge }: InvoiceContent): Totals {
  const result = calculateTotals(charge, currency)
  // The stored total was calculated by the same rules. A different result would show the client a wrong amount.
  if (!result.ok || result.totals.totalMinor !== totalMinor) {
    throw new Error(`the parts of estimate ${id} do not add up to its total`)
  }
  return result.totals
}

function logoOf({ content, logo }: EstimateRow): Estimate['logo'] {
  const { logoId } = contentOf({ content })
  return logoId && logo ? { id: logoId, url: fileUrl(logoId), ...logo } : null
}

/** Returns what the client sees today. It is drawn like an invoice. */
export function toEstimateDocument(
  { now }: Deps<'now'>,
  row: EstimateRow,
  { timeZone }: InTimeZone,
): InvoiceDocument {
  const content = contentOf(row)
  const { id: _id, ...client } = content.client
  const isSigned = row.status === 'accepted' && row.decidedBy === 'client' && row.decidedAt
  return {
    ...unpaid,
    ...pick(content, ['company', 'charge', ...textKeys]),
    ...pick(row, ['number', 'issueDate', 'currency', 'locale']),
    status: 'pending',
    client,
    taxNote: taxNoteOf(content),
    logo: logoOf(row),
    dueDate: row.validUntil,
    paymentTerms: 'custom',
    parts: [],
    lateFeeTerms: null,
    shownFields: [],
    totals: totalsOf(row, content),
    earlyPayment: null,
    amountDueMinor: 0,
    paidOn: null,
    estimate: {
      validUntil: row.validUntil,
      status: statusOn(dateIn(timeZone, now()), row),
      accepted: isSigned
        ? { name: row.decidedByName, on: dateIn(timeZone, isSigned), signature: row.signature }
        : null,
    },
    style: { look: row.documentLook, accentColour: row.accentColour, logoPosition: row.logoPosition },
  }
}

/** What the rules of shares need of an estimate. */
export function toShared(row: EstimateRow): SharedEstimate {
  const { charge, description } = contentOf(row)
  return {
    ...pick(row, ['number', 'currency', 'locale']),
    charge,
    description,
    totals: totalsOf(row, { ...contentOf(row), charge }),
  }
}

/** An invoice whose currency was changed counts as what it was made for. Late fees are not part of the offer. */
export function toEarlier(
  { currency }: Pick<EstimateRow, 'currency'>,
  invoices: readonly EstimateInvoiceRow[],
): EarlierInvoice[] {
  return invoices.flatMap(({ share, totalMinor, lateFeesMinor, creditNotesMinor, ...invoice }) => {
    if (!share) return []
    const takenMinor =
      invoice.currency === currency ? totalMinor - lateFeesMinor - creditNotesMinor : share.totalMinor
    return { share, takenMinor }
  })
}

/** Returns what the owner sees. */
export async function readEstimateView(
  tx: Transaction,
  deps: Deps<'now' | 'appUrl'>,
  row: EstimateRow,
  business: InTimeZone,
): Promise<Estimate> {
  const today = dateIn(business.timeZone, deps.now())
  const [made, actors] = await Promise.all([listEstimateInvoices(tx, row), readActors(tx, row)])
  const { decidedAt, decidedBy } = row
  return {
    ...pick(row, [
      'id',
      'number',
      'version',
      'issueDate',
      'validUntil',
      'sendOption',
      'currency',
      'totalMinor',
    ]),
    status: statusOn(today, row),
    // Not parsed: content that is no longer valid must still be shown, so that the owner can correct it.
    content: contentOf(row),
    logo: logoOf(row),
    document: toEstimateDocument(deps, row, business),
    leftMinor: leftToInvoice(toShared(row), toEarlier(row, made)),
    invoices: made.map((invoice) => ({
      ...pick(invoice, ['id', 'number', 'issueDate', 'currency', 'totalMinor']),
      status: invoiceStatusOn(today, invoice),
    })),
    decision:
      decidedAt && decidedBy
        ? {
            decision: row.status === 'accepted' ? 'accept' : 'decline',
            by: decidedBy,
            at: decidedAt.toISOString(),
            name: row.decidedByName,
            note: row.decisionNote,
            ip: row.decidedIp,
            signature: row.signature,
            who: actors.decidedBy,
          }
        : null,
    publicUrl: estimateUrlOf(deps.appUrl, row.id),
    sentAt: row.sentAt?.toISOString() ?? null,
    viewedAt: row.viewedAt?.toISOString() ?? null,
    remindedAt: row.remindedAt?.toISOString() ?? null,
    createdBy: actors.createdBy,
    sentBy: actors.sentBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns what everyone with the link sees. */
export function toPublicEstimate(deps: Deps<'now'>, row: EstimateRow, business: InTimeZone): PublicEstimate {
  const { decidedAt, status, decidedByName: name } = row
  return {
    document: toEstimateDocument(deps, row, business),
    version: row.version,
    status: statusOn(dateIn(business.timeZone, deps.now()), row),
    decision:
      decidedAt && status !== 'open'
        ? { decision: status === 'accepted' ? 'accept' : 'decline', at: decidedAt.toISOString(), name }
        : null,
  }
}
