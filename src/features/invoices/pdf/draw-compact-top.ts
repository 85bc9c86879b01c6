import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { Flow } from './pdf-flow.ts'
import { type Top, drawParty, layOutParty, alignedX, badgeWidth, drawBadge, fitLogo } from './pdf-top.ts'

const columnGap = 18

/** One line with sender and title, and three columns below it. The table gets the rest of the page. */
export function drawCompactTop(flow: Flow, top: Top): void {
  const { look } = flow
  flow.pdf.paint({ x: 0, y: 0, width: look.paper.width, height: 4 }, look.colors.fill)
  drawTitleLine(flow, top)
  flow.pdf.rule({
    x: look.sheet.left,
    y: flow.y,
    width: look.sheet.width,
    color: look.colors.accent,
    weight: 1.25,
  })
  flow.y += 8
  drawColumns(flow, top)
}

function drawTitleLine(flow: Flow, { invoice, facts, logo }: Top): void {
  const { pdf, look } = flow
  const { sheet, sizes, colors, logoPosition } = look
  const size = sizes.title
  const fitted = logo && fitLogo(logo, look)
  // A centred logo is drawn above the title: there is no space beside it.
  if (logo && fitted && logoPosition === 'center') {
    pdf.image(logo.bytes, { ...fitted, x: alignedX('center', fitted.width, look), y: flow.y })
    flow.y += fitted.height + 6
  }
  const beside = logoPosition === 'center' ? null : fitted
  const title = layOutText(facts.title, { size, bold: true })
  const number = layOutText(facts.number, { size })
  const widths = { title: title.lines[0]?.width ?? 0, number: number.lines[0]?.width ?? 0 }
  const badge = facts.status ? badgeWidth(facts.status.word, sizes.text) + 8 : 0
  const width = badge + widths.title + 6 + widths.number
  const isTitleLeft = logo !== null && logoPosition !== 'left'
  const room = sheet.width - width - 24
  // Beside a long number, a long name would be a narrow column: it stands above.
  const isAbove = room < sheet.width / 3
  const name = layOutText(logo ? '' : invoice.company.name, {
    size: 12,
    bold: true,
    width: isAbove ? sheet.width : room,
  })
  if (isAbove) {
    pdf.text(name, { x: sheet.left, y: flow.y, color: colors.ink })
    flow.y += name.height + 4
  }
  const height = Math.max(title.height, beside?.height ?? 0, isAbove ? 0 : name.height)
  const middle = flow.y + height / 2
  if (logo && beside) {
    const x = alignedX(logoPosition, beside.width, look)
    pdf.image(logo.bytes, { ...beside, x, y: middle - beside.height / 2 })
  }
  if (!isAbove) pdf.text(name, { x: sheet.left, y: middle - name.height / 2, color: colors.ink })
  const x = isTitleLeft ? sheet.left : sheet.right - width
  const y = middle - title.height / 2
  // The badge is on the inner side of the title.
  const titleX = isTitleLeft ? x : x + badge
  pdf.text(title, { x: titleX, y, color: colors.accent })
  pdf.text(number, { x: titleX + widths.title + 6, y, color: colors.ink })
  if (facts.status) {
    const { word, color } = facts.status
    const badgeX = isTitleLeft ? x + width - badge + 8 : x
    drawBadge(flow, word, { x: badgeX, middle, size: sizes.text, color: colors[color] })
  }
  flow.y += height + 6
}

function drawColumns(flow: Flow, { invoice, facts, logo }: Top): void {
  const { pdf, look } = flow
  const { sheet, side, sizes, colors } = look
  const width = (sheet.width - side.width - 2 * columnGap) / 2
  const label = layOutText(facts.clientLabel, { size: sizes.small, bold: true })
  const sender = layOutParty(invoice, look, {
    side: 'company',
    width,
    nameSize: logo ? sizes.name : null,
  })
  const client = layOutParty(invoice, look, { side: 'client', width, nameSize: sizes.name })
  const rows = [
    ...facts.facts.map((fact) => ({ ...fact, isDue: false })),
    { label: facts.due.label, value: facts.due.amount, isDue: true },
  ].map((row) => ({
    ...row,
    name: layOutText(row.label, { size: sizes.text, bold: row.isDue }),
    text: layOutText(row.value, { size: sizes.text, bold: row.isDue, width: side.width - 66 }),
  }))
  const until = layOutText(facts.due.until, { size: sizes.small })
  const factsHeight = rows.reduce((sum, { text }) => sum + text.height + 1, until.height)
  const height = Math.max(sender.height, label.height + 2 + client.height, factsHeight)
  flow.makeRoom(height)
  const { y } = flow
  drawParty(flow, sender, { x: sheet.left, y, nameColor: colors.ink })
  const second = sheet.left + width + columnGap
  pdf.text(label, { x: second, y, color: colors.accent })
  drawParty(flow, client, { x: second, y: y + label.height + 2, nameColor: colors.ink })
  let below = y
  for (const { name, text, isDue } of rows) {
    const dueColor = invoice.status === 'paid' ? colors.paid : colors.accent
    pdf.text(name, { x: side.x, y: below, color: isDue ? dueColor : colors.muted })
    const position = { x: side.x + 66, width: side.width - 66, y: below, align: 'right' } as const
    pdf.text(text, { ...position, color: isDue ? dueColor : colors.ink })
    below += text.height + 1
  }
  const untilColor = invoice.status === 'overdue' ? colors.overdue : colors.muted
  pdf.text(until, { ...side, y: below, color: untilColor, align: 'right' })
  flow.y += height + look.gap
}
