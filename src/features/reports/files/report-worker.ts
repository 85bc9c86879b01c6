import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { drawReport } from './draw-report.ts'
import type { ReportDrawing } from './report-pdf.ts'

serveTasks(async (drawing: ReportDrawing) => {
  const output = new Uint8Array(await drawReport(drawing))
  return { output, handOver: [output.buffer] }
})
