import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import { type LogoImage, prepareLogo } from '../../invoices/pdf/invoice-pdf.ts'
import type { StatementDocument } from '../contract.ts'

/** What a PDF is drawn from. Plain data, so that it can be sent to a worker thread. */
export interface StatementDrawing {
  statement: StatementDocument
  image: PdfImage | null
}

/** A thread of its own: a long statement must not delay the PDFs of invoices. It ends when it is not used. */
const pool = createWorkerPool<StatementDrawing, Uint8Array>({
  script: workerUrl(import.meta.url, 'statement-worker'),
  threads: 1,
  deadlineMs: 30_000,
  maxHeapMb: 512,
  maxWaiting: 20,
  idleMs: 60_000,
  messages: {
    late: 'The PDF of this statement took too long to create. Please choose a shorter period.',
    busy: 'Many statements are being created right now. Please try again in a moment.',
  },
})

/** The logo is read with `readLogo`. */
export async function statementPdf(statement: StatementDocument, logo: LogoImage | null): Promise<Buffer> {
  const image = logo && (await prepareLogo(logo))
  const { buffer, byteOffset, byteLength } = await pool.run({ statement, image })
  return Buffer.from(buffer, byteOffset, byteLength)
}

export async function endStatementPdfs(): Promise<void> {
  await pool.end()
}
