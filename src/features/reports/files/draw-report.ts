import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { createPdfDocument } from '../../../platform/pdf/pdf-document.ts'
import { formatDate } from '../../../shared/dates.ts'
import { drawFooters } from '../../invoices/pdf/draw-footers.ts'
import { type Flow, createPdfFlow } from '../../invoices/pdf/pdf-flow.ts'
import { reportNotes } from '../report-text-rules.ts'
import { drawReportChart } from './draw-report-chart.ts'
import { drawReportTable } from './draw-report-table.ts'
import { drawReportTop } from './draw-report-top.ts'
import { planReportTable } from './plan-report-table.ts'
import type { ReportDrawing } from './report-pdf.ts'

/** Draws the PDF. Every figure comes from the report. */
export async function drawReport({ document, image }: ReportDrawing): Promise<Buffer> {
  const { report, company } = document
  const plan = planReportTable(document)
  const { look } = plan
  const title = `${report.title}, ${report.periodLabel}`
  const pdf = createPdfDocument({ title, author: company.name, language: 'en-US' }, look.paper)
  const flow = createPdfFlow(pdf, look)
  drawReportTop(flow, document, image)
  drawText(flow, report.sentence, look.sizes.name + 1)
  flow.y += look.gap / 2
  drawReportChart(flow, report)
  drawReportTable(flow, report, plan)
  for (const note of reportNotes(report)) {
    drawText(flow, note, look.sizes.text)
    flow.y += look.sizes.text / 2
  }
  drawFooters(flow, company.name, `${report.title}  ·  Made on ${formatDate(report.today)}`)
  return await pdf.finish()
}

function drawText(flow: Flow, text: string, size: number): void {
  const { sheet, colors } = flow.look
  const block = layOutText(text, { size, width: sheet.width })
  flow.paragraph(block, { x: sheet.left, width: sheet.width, color: colors.ink })
}
