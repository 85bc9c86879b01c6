import { type TextBlock, layOutLine } from '../../../platform/pdf/lay-out-text.ts'
import type { Box } from '../../../platform/pdf/pdf-document.ts'
import { compactMoney } from '../../../shared/money.ts'
import type { Flow } from '../../invoices/pdf/pdf-flow.ts'
import type { Report, ReportChart } from '../contract.ts'
import { hasLongLabels } from '../report-text-rules.ts'
import { type ChartScale, chartScale } from './chart-scale.ts'
import { drawBar, drawDot, drawLegend, drawLine } from './draw-chart-marks.ts'

/** What both kinds of charts are drawn from. */
interface Plot {
  chart: ReportChart
  bars: ReportChart['series']
  scale: ChartScale
  tickTexts: TextBlock[]
}

const maxLabelPart = 0.3
const maxBarWidth = 40
const space = 6

/** Draws the chart: columns of time from left to right, or rows of the table from top to bottom. */
export function drawReportChart(flow: Flow, report: Report): void {
  const { chart } = report
  const values = chart?.series.flatMap((series) => series.values) ?? []
  if (!chart || !values.some((value) => value !== 0)) return
  const scale = chartScale(values)
  const { look } = flow
  const plot: Plot = {
    chart,
    bars: chart.series.filter(({ kind }) => kind === 'bar'),
    scale,
    tickTexts: scale.ticks.map((tick) =>
      labelOf(flow, chart.isCount ? tick.toLocaleString(report.locale) : compactMoney(tick, report)),
    ),
  }
  if (hasLongLabels(report)) drawLyingBars(flow, plot)
  else drawStandingBars(flow, plot)
  flow.y += look.gap
}

const labelOf = ({ look }: Flow, text: string, width = look.sheet.width / 4) =>
  layOutLine(text, { size: look.sizes.small, width })
const widthOf = (block: TextBlock) => block.lines[0]?.width ?? 0
const widestOf = (blocks: readonly TextBlock[]) => Math.max(0, ...blocks.map(widthOf))

function drawStandingBars(flow: Flow, { chart, bars, scale, tickTexts }: Plot): void {
  const { pdf, look } = flow
  const { sheet, colors } = look
  const height = look.name === 'compact' ? 110 : 140
  flow.makeRoom(height + 60)
  drawLegend(flow, chart.series)
  const axis = widestOf(tickTexts) + space
  const box = { x: sheet.left + axis, y: flow.y + space, width: sheet.width - axis, height }
  const yOf = (value: number) => box.y + (box.height * (scale.to - value)) / (scale.to - scale.from)
  for (const [index, text] of tickTexts.entries()) {
    const tick = scale.ticks[index] ?? 0
    const y = yOf(tick)
    pdf.text(text, {
      x: sheet.left,
      y: y - text.height / 2,
      width: axis - space,
      align: 'right',
      color: colors.muted,
    })
    pdf.rule({ x: box.x, y, width: box.width, color: tick === 0 ? colors.muted : colors.line, weight: 0.5 })
  }
  const slot = box.width / chart.labels.length
  const barWidth = Math.min(maxBarWidth, (slot * 0.72) / Math.max(1, bars.length))
  const centre = (index: number) => box.x + slot * (index + 0.5)
  for (const [order, series] of bars.entries()) {
    for (const [index, value] of series.values.entries()) {
      const x = centre(index) + (order - bars.length / 2) * barWidth
      const top = yOf(Math.max(0, value))
      const bar = { x, y: top, width: barWidth * 0.92, height: yOf(Math.min(0, value)) - top }
      drawBar(flow, bar, series)
    }
  }
  for (const series of chart.series.filter(({ kind }) => kind === 'line')) {
    const points = series.values.map((value, index) => ({ x: centre(index), y: yOf(value) }))
    drawLine(flow, points)
    for (const point of points) drawDot(flow, point)
  }
  drawTimes(flow, chart.labels, { ...box, y: box.y + box.height + space / 2 })
}

/** As many labels as have room. */
function drawTimes(flow: Flow, labels: readonly string[], { x, y, width }: Box): void {
  const { pdf, look } = flow
  const slot = width / labels.length
  const widest = widestOf(labels.map((label) => labelOf(flow, label)))
  const every = Math.ceil((widest + space) / slot)
  for (let index = 0; index < labels.length; index += every) {
    const text = labelOf(flow, labels[index] ?? '')
    const left = x + slot * (index + 0.5) - widthOf(text) / 2
    const inside = Math.max(x, Math.min(left, x + width - widthOf(text)))
    pdf.text(text, { x: inside, y, color: look.colors.muted })
  }
  flow.y = y + look.sizes.small * 1.4
}

function drawLyingBars(flow: Flow, { chart, bars, scale, tickTexts }: Plot): void {
  const { pdf, look } = flow
  const { sheet, colors, sizes } = look
  const barHeight = sizes.small * 1.2
  const rowHeight = barHeight * bars.length + space
  const count = Math.min(chart.labels.length, Math.floor((flow.pageHeight * 0.4) / rowHeight))
  flow.makeRoom(rowHeight * count + 60)
  drawLegend(flow, chart.series)
  const texts = chart.labels.slice(0, count).map((label) => labelOf(flow, label, sheet.width * maxLabelPart))
  const axis = widestOf(texts) + space
  // The last tick is centered below the end of the axis.
  const margin = widestOf(tickTexts) / 2
  const box = {
    x: sheet.left + axis,
    y: flow.y + space,
    width: sheet.width - axis - margin,
    height: rowHeight * count,
  }
  const xOf = (value: number) => box.x + (box.width * (value - scale.from)) / (scale.to - scale.from)
  for (const [index, text] of tickTexts.entries()) {
    const tick = scale.ticks[index] ?? 0
    const x = xOf(tick)
    pdf.paint(
      { x: x - 0.25, y: box.y, width: 0.5, height: box.height },
      tick === 0 ? colors.muted : colors.line,
    )
    const left = Math.max(x - widthOf(text) / 2, sheet.left)
    pdf.text(text, { x: left, y: box.y + box.height + space / 2, color: colors.muted })
  }
  for (const [row, text] of texts.entries()) {
    const top = box.y + row * rowHeight
    const y = top + (rowHeight - text.height) / 2
    pdf.text(text, { x: sheet.left, y, width: axis - space, align: 'right', color: colors.ink })
    for (const [order, series] of bars.entries()) {
      const value = series.values[row] ?? 0
      const left = xOf(Math.min(0, value))
      const bar = { x: left, y: top + space / 2 + order * barHeight, width: xOf(Math.max(0, value)) - left }
      drawBar(flow, { ...bar, height: barHeight * 0.92 }, series)
    }
  }
  flow.y = box.y + box.height + space / 2 + sizes.small * 1.4
  if (count === chart.labels.length) return
  const note = labelOf(
    flow,
    `The chart has the first ${count} of ${chart.labels.length.toLocaleString('en-US')} rows.`,
    sheet.width,
  )
  pdf.text(note, { x: box.x, y: flow.y, color: colors.muted })
  flow.y += note.height
}
