import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { Drawing } from './invoice-pdf.ts'

serveTasks(async (drawing: Drawing) => {
  const output = new Uint8Array(await drawInvoice(drawing))
  return { output, handOver: [output.buffer] }
})
