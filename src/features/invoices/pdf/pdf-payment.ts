import { encode } from 'uqr'
import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { hasTestPayments, noMoneyMoved, paidAndReturned } from '../document/movement-rules.ts'
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
  hint: TextBlock | null
  url: TextBlock | null
  height: number
}

/** Lays out the payment link with its QR code; for a paid invoice, the text that says so. */
export function layOutPayment(
  invoice: InvoiceDocument,
  look: PdfLook,
  { publicUrl, kind, isPayable }: Pick<Drawing, 'publicUrl' | 'kind' | 'isPayable'>,
): PaymentBlock {
  const { sizes, codeSize } = look
  const { text, width } = columnsOf(look)
  if (invoice.status === 'paid') {
    const { paidCents, backText } = paidAndReturned(invoice)
    const paid = kind === 'receipt' ? `${formatMoney(paidCents)} paid` : 'Paid'
    const date = invoice.paidOn ? ` on ${formatDate(invoice.paidOn)}` : ''
    const back = backText && `, ${backText}`
    const test = hasTestPayments(invoice) ? `. ${noMoneyMoved}` : ''
    const heading = layOutText(paid + date + back + test, { size: sizes.name, bold: true, width })
    return { heading, hint: null, url: null, height: heading.height }
  }
  const open = 'Scan the code or open this address:'
  const isDue = invoice.amountDueCents > 0 && !invoice.isDisputed
  const why = invoice.isDisputed ? 'A payment is disputed with the client’s bank.' : 'Nothing is due.'
  const sentence = isDue ? open : `${why} ${open}`
  const heading = layOutText(isDue && isPayable ? 'Pay online' : 'View online', {
    size: sizes.name,
    bold: true,
  })
  const hint = layOutText(sentence, { size: sizes.small, width: text.width })
  const url = layOutText(publicUrl, { size: sizes.small, width: text.width })
  return { heading, hint, url, height: Math.max(codeSize, heading.height + hint.height + url.height + 4) }
}

export function drawPayment(
  { pdf, look }: Flow,
  block: PaymentBlock,
  { publicUrl, y }: { publicUrl: string; y: number },
): void {
  const { sheet, colors, codeSize } = look
  const { text } = columnsOf(look)
  const { heading, hint, url } = block
  if (!hint || !url) {
    pdf.text(heading, { x: sheet.left, y, color: colors.paid })
    return
  }
  const { data } = encode(publicUrl, { ecc: 'M', border: 0 })
  const square = { x: sheet.left, y, width: codeSize, height: codeSize }
  pdf.grid(data, square, colors.ink)
  // Aligns the capital letters of the heading with the top of the code.
  const top = y - 4
  pdf.text(heading, { x: text.x, y: top, color: colors.ink })
  pdf.text(hint, { x: text.x, y: top + heading.height + 2, color: colors.muted })
  const urlTop = top + heading.height + hint.height + 4
  pdf.text(url, { x: text.x, y: urlTop, color: colors.accent })
  pdf.link({ x: text.x, y: urlTop, width: text.width, height: url.height }, publicUrl)
}
