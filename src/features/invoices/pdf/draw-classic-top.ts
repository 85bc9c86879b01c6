import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { Flow } from './pdf-flow.ts'
import { type SheetFacts, type Top, drawParty, layOutParty, alignedX, drawBadge, fitLogo } from './pdf-top.ts'

/** The sender on the left, title and dates on the right; below them the client and the amount due. */
export function drawClassicTop(flow: Flow, top: Top): void {
  const { colors, paper } = flow.look
  flow.pdf.paint({ x: 0, y: 0, width: paper.width, height: 6 }, colors.fill)
  if (flow.look.logoPosition === 'center') flow.y = drawLogo(flow, top, flow.y)
  const start = flow.y
  flow.y = Math.max(drawSender(flow, top, start), drawFacts(flow, top, start)) + 18
  drawBillTo(flow, top)
}

/** Draws the logo and returns the y position below it. */
function drawLogo({ pdf, look }: Flow, { logo }: Top, y: number): number {
  if (!logo) return y
  const { width, height } = fitLogo(logo, look)
  pdf.image(logo.bytes, { x: alignedX(look.logoPosition, width, look), y, width, height })
  return y + height + (look.logoPosition === 'left' ? 10 : 18)
}

const columnWidth = ({ look: { side, sheet } }: Flow) => side.x - sheet.left - 24

function drawSender(flow: Flow, top: Top, start: number): number {
  const { look } = flow
  const isAbove = top.logo !== null && look.logoPosition === 'left'
  const y = isAbove ? drawLogo(flow, top, start) : start
  const nameSize = isAbove ? look.sizes.name : 17
  const sender = layOutParty(top.invoice, look, { side: 'company', width: columnWidth(flow), nameSize })
  drawParty(flow, sender, { x: look.sheet.left, y, nameColor: look.colors.ink })
  return y + sender.height
}

function drawFacts(flow: Flow, top: Top, start: number): number {
  const { pdf, look } = flow
  const { side, sizes, colors } = look
  const { facts } = top
  const below = look.logoPosition === 'right' ? drawLogo(flow, top, start) : start
  const title = layOutText(facts.title, { size: sizes.title, bold: true })
  // Large type has more space above it than the logo beside it.
  let y = below - 7
  pdf.text(title, { ...side, y, color: colors.accent, align: 'right' })
  if (facts.status) {
    const { word, color } = facts.status
    drawBadge(flow, word, { x: side.x, middle: y + title.height / 2, size: sizes.text, color: colors[color] })
  }
  y += title.height + 1
  const number = layOutText(facts.number, { size: sizes.name, bold: true, width: side.width })
  pdf.text(number, { ...side, y, color: colors.ink, align: 'right' })
  return drawFactRows(flow, facts, y + number.height + 9)
}

function drawFactRows({ pdf, look }: Flow, { facts }: SheetFacts, start: number): number {
  const { side, sizes, colors } = look
  let y = start
  for (const { label, value } of facts) {
    const name = layOutText(label, { size: sizes.text })
    const text = layOutText(value, { size: sizes.text, width: side.width - 92 })
    pdf.text(name, { x: side.x, y, color: colors.muted })
    pdf.text(text, { x: side.x + 92, width: side.width - 92, y, color: colors.ink, align: 'right' })
    y += text.height + 2
  }
  return y
}

const panel = { padding: 14, height: 76 } as const

function drawBillTo(flow: Flow, { invoice, facts }: Top): void {
  const { pdf, look } = flow
  const { sheet, side, sizes, colors } = look
  const label = layOutText(facts.clientLabel, { size: sizes.small, bold: true })
  const client = layOutParty(invoice, look, {
    side: 'client',
    width: columnWidth(flow),
    nameSize: sizes.name,
  })
  const height = Math.max(label.height + 3 + client.height, panel.height)
  flow.makeRoom(height)
  const { y } = flow
  pdf.text(label, { x: sheet.left, y, color: colors.accent })
  drawParty(flow, client, { x: sheet.left, y: y + label.height + 3, nameColor: colors.ink })
  pdf.paint({ x: side.x, y, width: side.width, height: panel.height }, colors.tint, 4)
  const x = side.x + panel.padding
  const amountColor = invoice.status === 'paid' ? colors.paid : colors.accent
  const untilColor = invoice.status === 'overdue' ? colors.overdue : colors.ink
  pdf.text(layOutText(facts.due.label, { size: sizes.text }), { x, y: y + 10, color: colors.muted })
  const amountSize = facts.due.amount.length > 16 ? 15 : 19
  pdf.text(layOutText(facts.due.amount, { size: amountSize, bold: true }), {
    x,
    y: y + 23,
    color: amountColor,
  })
  pdf.text(layOutText(facts.due.until, { size: sizes.text }), { x, y: y + 52, color: untilColor })
  flow.y += height + look.gap
}
