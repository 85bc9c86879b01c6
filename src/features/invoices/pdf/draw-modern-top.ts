import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { Flow } from './pdf-flow.ts'
import { type SheetFacts, type Top, drawParty, layOutParty, alignedX, drawBadge, fitLogo } from './pdf-top.ts'

const padding = 28
const plate = 7

/** A full-width band in the accent colour with sender, number and amount due; below it sender and client. */
export function drawModernTop(flow: Flow, top: Top): void {
  const { facts } = top
  const letterhead = layOutLetterhead(flow, top)
  const middle = padding + letterhead.height + 16
  const lines = layOutBand(facts)
  const height = middle + lines.height + padding - 6
  flow.pdf.paint({ x: 0, y: 0, width: flow.look.paper.width, height }, flow.look.colors.fill)
  letterhead.draw()
  drawBand(flow, facts, lines, middle)
  flow.y = height + 22
  drawParties(flow, top)
  drawStrip(flow, facts)
}

/** The logo on a white plate, or the company name. */
function layOutLetterhead({ pdf, look }: Flow, { logo, invoice }: Top): { height: number; draw(): void } {
  const { sheet, colors } = look
  if (!logo) {
    const name = layOutText(invoice.company.name, { size: 17, bold: true, width: sheet.width })
    const position = { x: sheet.left, y: padding - 4, color: colors.onFill }
    return { height: name.height - 4, draw: () => pdf.text(name, position) }
  }
  const { width, height } = fitLogo(logo, look)
  const box = { width: width + 2 * plate, height: height + 2 * plate }
  const x = alignedX(look.logoPosition, box.width, look)
  return {
    height: box.height,
    draw() {
      pdf.paint({ ...box, x, y: padding }, colors.white, 5)
      pdf.image(logo.bytes, { x: x + plate, y: padding + plate, width, height })
    },
  }
}

interface Band {
  title: TextBlock
  number: TextBlock
  label: TextBlock
  amount: TextBlock
  until: TextBlock
  height: number
}

function layOutBand({ title, number, due }: SheetFacts): Band {
  const band = {
    title: layOutText(title, { size: 11, bold: true }),
    // A receipt shows "Invoice" before the number, which needs more space.
    number: layOutText(number, { size: number.length > 8 ? 18 : 28, bold: true, width: 250 }),
    label: layOutText(due.label, { size: 11 }),
    amount: layOutText(due.amount, { size: due.amount.length > 14 ? 20 : 28, bold: true }),
    until: layOutText(due.until, { size: 9.5 }),
  }
  return { ...band, height: band.title.height + 39 + band.until.height }
}

function drawBand({ pdf, look, ...flow }: Flow, facts: SheetFacts, band: Band, y: number): void {
  const { sheet, colors } = look
  const color = colors.onFill
  const right = { x: sheet.left, width: sheet.width, color, align: 'right' } as const
  // Both large lines are centred on the same height, whatever their size.
  const centre = y + band.title.height + 19
  pdf.text(band.title, { x: sheet.left, y, color })
  pdf.text(band.number, { x: sheet.left, y: centre - band.number.lineHeight / 2, color })
  pdf.text(band.label, { ...right, y })
  pdf.text(band.amount, { ...right, y: centre - band.amount.height / 2 })
  pdf.text(band.until, { ...right, y: centre + 20 })
  if (!facts.status) return
  const x = sheet.left + (band.title.lines[0]?.width ?? 0) + 10
  const middle = y + band.title.height / 2
  drawBadge({ pdf, look, ...flow }, facts.status.word, { x, middle, size: 8, color })
}

function drawParties(flow: Flow, { invoice, facts }: Top): void {
  const { pdf, look } = flow
  const { sheet, sizes, colors } = look
  const width = (sheet.width - 24) / 2
  const right = sheet.left + width + 24
  const label = layOutText(facts.clientLabel, { size: sizes.small, bold: true })
  const client = layOutParty(invoice, look, { side: 'client', width, nameSize: sizes.name })
  const from = layOutText(invoice.company.name, { size: sizes.small, bold: true, width })
  const sender = layOutParty(invoice, look, { side: 'company', width, nameSize: null })
  const height = Math.max(label.height + client.height, from.height + sender.height) + 3
  flow.makeRoom(height)
  const { y } = flow
  pdf.text(label, { x: sheet.left, y, color: colors.accent })
  drawParty(flow, client, { x: sheet.left, y: y + label.height + 3, nameColor: colors.ink })
  pdf.text(from, { x: right, y, color: colors.accent })
  drawParty(flow, sender, { x: right, y: y + from.height + 3, nameColor: colors.ink })
  flow.y += height + 16
}

function drawStrip(flow: Flow, { facts }: SheetFacts): void {
  const { pdf, look } = flow
  const { sheet, sizes, colors } = look
  const width = (sheet.width - 28) / facts.length
  const cells = facts.map(({ label, value }) => ({
    label: layOutText(label, { size: sizes.small }),
    value: layOutText(value, { size: sizes.text, bold: true, width: width - 12 }),
  }))
  const height = Math.max(...cells.map(({ label, value }) => label.height + value.height)) + 20
  flow.makeRoom(height)
  pdf.paint({ x: sheet.left, y: flow.y, width: sheet.width, height }, colors.tint, 5)
  for (const [index, { label, value }] of cells.entries()) {
    const x = sheet.left + 14 + index * width
    pdf.text(label, { x, y: flow.y + 10, color: colors.muted })
    pdf.text(value, { x, y: flow.y + 10 + label.height, color: colors.ink })
  }
  flow.y += height + look.gap
}
