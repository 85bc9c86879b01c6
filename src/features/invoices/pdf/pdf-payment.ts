import { encode } from 'uqr'
import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { formatMoney } from '../../../shared/money.ts'
import { autopaySentence } from '../document/autopay-rules.ts'
import {
  cancelledSentence,
  noMoneyMoved,
  overpaidSentence,
  paidAndReturned,
  paymentSentence,
  testSentence,
  whenPaid,
} from '../document/movement-rules.ts'
import type { Drawing } from './invoice-pdf.ts'
import type { Flow } from './pdf-flow.ts'
import type { PdfLook } from './pdf-style.ts'

const codeGap = 14

/** Returns the width of the block, which is left of the sums, and the column for the text beside the QR code. */
function columnsOf({ sheet, totals, codeSize }: PdfLook) {
  const width = totals.x - 24 - sheet.left
  return { width, text: { x: sheet.left + codeSize + codeGap, width: width - codeSize - codeGap } }
}

export interface PaymentBlock {
  heading: TextBlock
  /** The color of a heading without a hint. */
  color: 'paid' | 'ink'
  hint: TextBlock | null
  height: number
  /** The line below the block and the sums; null for a paid invoice. */
  url: TextBlock | null
}

/** Lays out the payment link with its QR code; for a receipt and a paid invoice, the text that says what was paid. */
export function layOutPayment(drawing: Drawing, look: PdfLook): PaymentBlock {
  const { invoice, publicUrl, isPayable } = drawing
  const { sizes, codeSize } = look
  const { text, width } = columnsOf(look)
  const paid = paidHeading(drawing)
  if (paid !== null) {
    const heading = layOutText(paid, { size: sizes.name, bold: true, width })
    const color = invoice.status === 'cancelled' ? 'ink' : 'paid'
    return { heading, color, hint: null, url: null, height: heading.height }
  }
  const open = 'Scan the code, or use the link below.'
  const isDue =
    (invoice.amountDueMinor > 0 && !invoice.isDisputed) ||
    invoice.creditedInvoice !== undefined ||
    invoice.estimate !== undefined
  const why = invoice.isDisputed ? 'A payment is being disputed with the bank.' : 'Nothing is due.'
  const planned = invoice.autopay ? `${autopaySentence(invoice.autopay, invoice)} ` : ''
  const sentence = isDue ? planned + open : `${why} ${open}`
  const heading = layOutText(isDue && isPayable ? 'Pay online' : 'View online', {
    size: sizes.name,
    bold: true,
  })
  const hint = layOutText(sentence, { size: sizes.small, width: text.width })
  const height = Math.max(codeSize, heading.height + hint.height)
  return { heading, color: 'ink', hint, height, url: layOutUrl(publicUrl, look) }
}

/** One line across the sheet, in smaller type if it is long: a broken line would be copied as a broken address. */
function layOutUrl(publicUrl: string, { sizes, sheet }: PdfLook): TextBlock {
  const url = layOutText(publicUrl, { size: sizes.small })
  const width = url.lines[0]?.width ?? 0
  return width <= sheet.width ? url : layOutText(publicUrl, { size: (sizes.small * sheet.width) / width })
}

function paidHeading({ invoice, kind, payment }: Drawing): string | null {
  if (payment) {
    return `${paymentSentence(invoice, payment)}${payment.isTest ? ` ${noMoneyMoved}` : ''}`
  }
  if (invoice.status === 'cancelled') return cancelledSentence
  if (invoice.status !== 'paid') return null
  const { paidMinor, backText } = paidAndReturned(invoice)
  const paid = kind === 'receipt' ? `${formatMoney(paidMinor, invoice)} paid` : 'Paid'
  const back = backText && `, ${backText}`
  const sentences = [overpaidSentence(invoice), testSentence(invoice)].filter(Boolean).join(' ')
  return `${paid}${whenPaid(invoice)}${back}${sentences && `. ${sentences}`}`
}

export function drawPayment(
  { pdf, look }: Flow,
  block: PaymentBlock,
  { publicUrl, y }: { publicUrl: string; y: number },
): void {
  const { sheet, colors, codeSize } = look
  const { text } = columnsOf(look)
  const { heading, hint } = block
  if (!hint) {
    pdf.text(heading, { x: sheet.left, y, color: colors[block.color] })
    return
  }
  const { data } = encode(publicUrl, { ecc: 'M', border: 0 })
  const square = { x: sheet.left, y, width: codeSize, height: codeSize }
  pdf.grid(data, square, colors.ink)
  // Aligns the capital letters of the heading with the top of the code.
  const top = y - 4
  pdf.text(heading, { x: text.x, y: top, color: colors.ink })
  pdf.text(hint, { x: text.x, y: top + heading.height + 2, color: colors.muted })
}

export function drawUrl({ pdf, look, y }: Flow, url: TextBlock, publicUrl: string): void {
  const x = look.sheet.left
  pdf.text(url, { x, y, color: look.colors.accent })
  pdf.link({ x, y, width: url.lines[0]?.width ?? 0, height: url.height }, publicUrl)
}
