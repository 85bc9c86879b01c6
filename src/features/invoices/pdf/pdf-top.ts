import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument, Movement } from '../contract.ts'
import { amountDueOf, askedNowOf, labelledMethod, paidAndReturned } from '../document/movement-rules.ts'
import {
  type DocumentRow,
  type Parties,
  clientLabel,
  contactSeparator,
  documentFacts,
  dueLabel,
  factRows,
  ownFieldRows,
  partyText,
  titleOf,
} from '../document/row-rules.ts'
import { nextDueDateOf } from '../parts/part-text-rules.ts'
import type { Drawing } from './invoice-pdf.ts'
import type { Flow } from './pdf-flow.ts'
import type { PdfLook } from './pdf-style.ts'

/** What the top needs of a document. */
export type TopDocument = Parties & Pick<InvoiceDocument, 'status'>

export interface Top {
  invoice: TopDocument
  facts: SheetFacts
  logo: PdfImage | null
}

export function fitLogo(logo: PdfImage, { logo: box }: PdfLook): { width: number; height: number } {
  const scale = Math.min(1, box.width / logo.width, box.height / logo.height)
  return { width: logo.width * scale, height: logo.height * scale }
}

export function alignedX(position: PdfLook['logoPosition'], width: number, { sheet }: PdfLook): number {
  const free = sheet.width - width
  return sheet.left + (position === 'left' ? 0 : position === 'right' ? free : free / 2)
}

/** The height of the badge, and its extra width beside the text, per point of the font size. */
const roundness = 18 / 9.5

export function badgeWidth(word: string, size: number): number {
  return (layOutText(word, { size, bold: true }).lines[0]?.width ?? 0) + size * roundness
}

export function drawBadge(
  flow: Flow,
  word: string,
  { x, middle, size, color }: { x: number; middle: number; size: number; color: string },
): void {
  const text = layOutText(word, { size, bold: true })
  const height = size * roundness
  const box = { x, y: middle - height / 2, width: badgeWidth(word, size), height }
  flow.pdf.outline(box, color, height / 2)
  flow.pdf.text(text, { ...box, y: middle - text.height / 2, color, align: 'center' })
}

/** The text at the top of the first page, the same in every look. */
export interface SheetFacts {
  title: string
  number: string
  /** Above the client. */
  clientLabel: string
  status: { word: string; color: 'paid' | 'overdue' } | null
  facts: DocumentRow[]
  /** Its own fields, which are below the rest: there may be many, and long ones. */
  own?: DocumentRow[]
  due: { label: string; amount: string; until: string }
}

export function sheetFactsOf(
  invoice: InvoiceDocument,
  kind: Drawing['kind'],
  payment: Movement | null = null,
): SheetFacts {
  const isReceipt = kind === 'receipt'
  // Drawn apart from the facts that every invoice has.
  const plain = { ...invoice, shownFields: [] }
  if (payment) return { ...paymentFactsOf(plain, payment), own: ownFieldRows(invoice) }
  return {
    title: isReceipt ? 'Receipt' : titleOf(invoice),
    number: isReceipt ? `Invoice ${invoice.number}` : invoice.number,
    clientLabel: clientLabel(invoice),
    status: invoice.estimate ? estimateLabels[invoice.estimate.status] : statusLabels[invoice.status],
    facts: isReceipt ? factRows(plain, 'receipt') : documentFacts(plain),
    // An estimate and a credit note show none.
    own: invoice.estimate || invoice.creditedInvoice ? [] : ownFieldRows(invoice),
    due: {
      label: isReceipt ? 'Amount paid' : dueLabel(invoice),
      amount: formatMoney(isReceipt ? paidAndReturned(invoice).paidMinor : askedNowOf(invoice), invoice),
      until: dueDayText(invoice),
    },
  }
}

function paymentFactsOf(invoice: InvoiceDocument, payment: Movement): SheetFacts {
  const { on, method, isTest = false, amountMinor } = payment
  const [paidOn, ...rest] = factRows({ ...invoice, paidOn: on }, 'receipt')
  const paidBy = { key: 'paidBy', label: 'Paid by', value: labelledMethod(method, isTest) }
  const dueMinor = amountDueOf(invoice)
  return {
    title: 'Receipt',
    number: `Invoice ${invoice.number}`,
    clientLabel: clientLabel(invoice),
    // A receipt is about money that came, so it does not call the rest overdue.
    status: invoice.status === 'paid' ? statusLabels.paid : null,
    facts: [...(paidOn ? [paidOn] : []), paidBy, ...rest],
    due: {
      label: 'Amount paid',
      amount: formatMoney(amountMinor, invoice),
      until: dueMinor > 0 ? `Balance due ${formatMoney(dueMinor, invoice)}` : 'Nothing is left to pay',
    },
  }
}

const statusLabels = {
  paid: { word: 'PAID', color: 'paid' },
  overdue: { word: 'Overdue', color: 'overdue' },
  cancelled: { word: 'Canceled', color: 'overdue' },
  pending: null,
} as const

const estimateLabels = {
  accepted: { word: 'Accepted', color: 'paid' },
  declined: { word: 'Declined', color: 'overdue' },
  expired: { word: 'Expired', color: 'overdue' },
  open: null,
} as const

function dueDayText(invoice: InvoiceDocument): string {
  const { status, paidOn, creditedInvoice, estimate, totals } = invoice
  if (estimate) return answerText(estimate)
  const dueDate = nextDueDateOf(invoice)
  if (creditedInvoice) return `For invoice ${creditedInvoice.number}`
  if (status === 'cancelled') return 'Nothing to pay'
  if (status === 'paid') {
    const { backText } = paidAndReturned(invoice)
    return `Paid${paidOn ? ` on ${formatDate(paidOn)}` : ''}${backText && `, ${backText}`}`
  }
  if (totals.totalMinor === 0) return 'Nothing to pay'
  if (status === 'overdue') return `Was due ${formatDate(dueDate)}`
  return `Due ${formatDate(dueDate)}`
}

/** How an estimate was answered, or until when it can be. */
function answerText({ status, validUntil, accepted }: NonNullable<InvoiceDocument['estimate']>): string {
  if (status === 'declined') return 'Declined'
  if (status === 'accepted') return accepted ? `Accepted on ${formatDate(accepted.on)}` : 'Accepted'
  return `${status === 'expired' ? 'Was valid' : 'Valid'} until ${formatDate(validUntil)}`
}

export interface PartyBlock {
  name: TextBlock | null
  rest: TextBlock
  height: number
}

interface PartyStyle {
  side: 'company' | 'client'
  width: number
  /** Null if the name is shown elsewhere. */
  nameSize: number | null
}

export function layOutParty(
  parties: Parties,
  { sizes: { text: size } }: PdfLook,
  { side, width, nameSize }: PartyStyle,
): PartyBlock {
  const name =
    nameSize === null ? null : layOutText(parties[side].name, { size: nameSize, bold: true, width })
  const { text, contacts } = partyText(parties, side)
  const line = contacts.join(contactSeparator)
  const fits = (layOutText(line, { size }).lines[0]?.width ?? 0) <= width
  const all = [text, fits ? line : contacts.join('\n')].filter((part) => part !== '').join('\n')
  const details = layOutText(all, { size, width })
  return { name, rest: details, height: (name ? name.height + 3 : 0) + details.height }
}

export function drawParty(
  flow: Flow,
  party: PartyBlock,
  { x, y, nameColor }: { x: number; y: number; nameColor: string },
): void {
  if (party.name) flow.pdf.text(party.name, { x, y, color: nameColor })
  const below = party.name ? party.name.height + 3 : 0
  flow.pdf.text(party.rest, { x, y: y + below, color: flow.look.colors.muted })
}
