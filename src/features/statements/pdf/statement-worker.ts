import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { drawStatement } from './draw-statement.ts'
import type { StatementDrawing } from './statement-pdf.ts'

serveTasks(async (drawing: StatementDrawing) => {
  const output = new Uint8Array(await drawStatement(drawing))
  return { output, handOver: [output.buffer] }
})
