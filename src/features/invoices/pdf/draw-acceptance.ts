import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { formatDate } from '../../../shared/dates.ts'
import type { InvoiceDocument } from '../contract.ts'
import { signatureHeight, signatureWidth } from '../document/signature-rules.ts'
import type { Flow } from './pdf-flow.ts'

const width = 150
const height = (width * signatureHeight) / signatureWidth

/** Draws who accepted an estimate, with the signature. Everything stays on one page. */
export function drawAcceptance(flow: Flow, { estimate }: InvoiceDocument): void {
  if (!estimate?.accepted) return
  const { name, on, signature } = estimate.accepted
  const { pdf, look } = flow
  const { sheet, sizes, colors } = look
  const text = layOutText(`Accepted by ${name} on ${formatDate(on)}`, {
    size: sizes.text,
    bold: true,
    width: sheet.width,
  })
  const typed =
    signature?.kind === 'typed'
      ? layOutText(`Signed: ${signature.text}`, { size: sizes.text, width: sheet.width })
      : null
  const drawnHeight = signature?.kind === 'drawn' ? height + 4 : 0
  flow.makeRoom(16 + text.height + (typed?.height ?? 0) + drawnHeight)
  flow.y += 8
  pdf.rule({ x: sheet.left, y: flow.y, width: sheet.width, color: colors.line })
  flow.y += 8
  pdf.text(text, { x: sheet.left, y: flow.y, color: colors.ink })
  flow.y += text.height
  if (typed) {
    pdf.text(typed, { x: sheet.left, y: flow.y, color: colors.muted })
    flow.y += typed.height
  }
  if (signature?.kind === 'drawn') {
    const box = { x: sheet.left, y: flow.y + 4, width, height }
    pdf.strokes(signature.strokes, box, { width: signatureWidth, color: colors.ink })
    flow.y += drawnHeight
  }
}
