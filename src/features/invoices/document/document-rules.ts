import { pick } from '../../../shared/pick.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { type StoredPart, dueNowMinor, nextDueDate, partsOn } from '../parts/part-rules.ts'
import { type StoredStatus, earlyPaymentOn, openMinorOf, statusOn } from '../rules.ts'
import { type InvoiceInput, textKeys } from './input-rules.ts'
import { withoutSources } from './source-rules.ts'

const paidKeys = [
  'movements',
  'lateFees',
  'creditNotes',
  'creditNotesMinor',
  'receivedMinor',
  'creditedMinor',
  'waivedMinor',
  'isDisputed',
] as const

/** What happened to the amount of an invoice: what was paid, what went back, and what was credited or added. */
export type PaidFacts = Pick<InvoiceDocument, (typeof paidKeys)[number]>

export const unpaid = {
  movements: [],
  lateFees: [],
  creditNotes: [],
  creditNotesMinor: 0,
  receivedMinor: 0,
  creditedMinor: 0,
  waivedMinor: 0,
  isDisputed: false,
} satisfies PaidFacts

export function paidFactsOf(invoice: PaidFacts): PaidFacts {
  return pick(invoice, paidKeys)
}

/** The document without the parts that depend on the current date. */
type UndatedDocument = Omit<
  InvoiceDocument,
  'status' | 'shownFields' | 'parts' | 'lateFeeTerms' | 'earlyPayment' | 'amountDueMinor' | 'style'
> & {
  status: StoredStatus
  parts?: StoredPart[] | undefined
  lateFeeTerms?: InvoiceDocument['lateFeeTerms'] | undefined
  shownFields?: InvoiceDocument['shownFields'] | undefined
  style?: DocumentStyle | undefined
}

const undatedKeys = [
  'number',
  'status',
  'company',
  'logo',
  'issueDate',
  'dueDate',
  'parts',
  'paymentTerms',
  ...textKeys,
  'currency',
  'locale',
  'charge',
  'lateFeeTerms',
  'shownFields',
  'totals',
  ...paidKeys,
  'paidOn',
  'style',
] as const satisfies (keyof UndatedDocument)[]

/** Picks what is shown on the document from all facts about an invoice. */
export function documentOf(
  invoice: Omit<UndatedDocument, 'client'> & { client: InvoiceInput['client'] },
): UndatedDocument {
  const { id: _id, ...client } = invoice.client
  return { ...pick(invoice, undatedKeys), charge: withoutSources(invoice.charge), client }
}

/** Completes the document with what depends on the date: the status and the amount that settles the invoice today. */
export function documentOn(today: string, document: UndatedDocument): InvoiceDocument {
  const { totalMinor } = document.totals
  const { parts = [] } = document
  const money = { ...document, totalMinor }
  const early = document.status === 'pending' ? earlyPaymentOn(today, { ...document, totalMinor }) : null
  const views = partsOn(today, parts, { ...money, isOpen: document.status === 'pending' })
  return {
    ...document,
    style: document.style ?? defaultStyle,
    lateFeeTerms: document.lateFeeTerms ?? null,
    shownFields: document.shownFields ?? [],
    status: statusOn(today, {
      ...document,
      dueDate: parts.length > 0 ? nextDueDate(parts, money) : document.dueDate,
    }),
    parts: views,
    earlyPayment: early,
    amountDueMinor: parts.length > 0 ? dueNowMinor(views) : (early?.amountMinor ?? openMinorOf(money)),
  }
}
