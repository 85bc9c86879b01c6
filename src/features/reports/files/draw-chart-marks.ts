import { layOutLine } from '../../../platform/pdf/lay-out-text.ts'
import type { Box } from '../../../platform/pdf/pdf-document.ts'
import type { Flow } from '../../invoices/pdf/pdf-flow.ts'
import type { ReportChart } from '../contract.ts'

type Series = ReportChart['series'][number]

interface Point {
  x: number
  y: number
}

const stripeGap = 3.5
const outTint = '#f9e4e2'

/** What went out is striped, so that it can be told from what came in without colors. */
export function drawBar({ pdf, look: { colors } }: Flow, box: Box, { tone }: Series): void {
  if (box.width <= 0 || box.height <= 0) return
  if (tone !== 'out') {
    pdf.paint(box, tone === 'in' ? colors.paid : tone === 'net' ? colors.ink : colors.accent)
    return
  }
  pdf.paint(box, outTint)
  pdf.strokes(stripesOf(box), box, { width: box.width, color: colors.overdue, weight: 0.75 })
  pdf.outline(box, colors.overdue)
}

/** Lines that rise to the right, cut at the edges of the box. */
function stripesOf({ width, height }: Box): number[][] {
  const stripes: number[][] = []
  for (let start = stripeGap - height; start < width; start += stripeGap) {
    const left = Math.max(0, start)
    const right = Math.min(width, start + height)
    stripes.push([left, height - (left - start), right, height - (right - start)])
  }
  return stripes
}

export function drawLine({ pdf, look }: Flow, points: readonly Point[]): void {
  const line = points.flatMap(({ x, y }) => [x, y])
  const { width, height } = look.paper
  pdf.strokes([line], { x: 0, y: 0, width, height }, { width, color: look.colors.ink, weight: 1.5 })
}

const radius = 2.5

export function drawDot({ pdf, look: { colors } }: Flow, { x, y }: Point): void {
  const dot = (size: number, color: string) =>
    pdf.paint({ x: x - size, y: y - size, width: 2 * size, height: 2 * size }, color, size)
  dot(radius, colors.ink)
  dot(radius - 1.25, colors.white)
}

/** A single series needs none: the title says what it is. */
export function drawLegend(flow: Flow, series: readonly Series[]): void {
  if (series.length < 2) return
  const { pdf, look } = flow
  const { sheet, sizes, colors } = look
  const mark = sizes.small
  let x = sheet.left
  for (const one of series) {
    const text = layOutLine(one.label, { size: sizes.small, width: sheet.width / 2 })
    const width = 2 * mark + 4 + (text.lines[0]?.width ?? 0)
    if (x + width > sheet.right && x > sheet.left) {
      x = sheet.left
      flow.y += text.height
    }
    const middle = flow.y + text.height / 2
    if (one.kind === 'bar') {
      drawBar(flow, { x: x + mark / 2, y: middle - mark / 2, width: mark, height: mark }, one)
    } else {
      drawLine(flow, [
        { x, y: middle },
        { x: x + 2 * mark - 2, y: middle },
      ])
      drawDot(flow, { x: x + mark - 1, y: middle })
    }
    pdf.text(text, { x: x + 2 * mark + 4, y: flow.y, color: colors.ink })
    x += width + 18
  }
  flow.y += sizes.small * 1.4 + 4
}
