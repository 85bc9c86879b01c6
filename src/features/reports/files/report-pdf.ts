import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import { fieldError } from '../../../shared/errors.ts'
import { type LogoImage, prepareLogo } from '../../invoices/pdf/invoice-pdf.ts'
import type { ReportDocument } from './read-report-document.ts'

/** What a PDF is drawn from. Plain data, so that it can be sent to a worker thread. */
export interface ReportDrawing {
  document: ReportDocument
  image: PdfImage | null
}

/** A thread of its own: a long report must not delay the PDFs of invoices. It ends when it is not used. */
const pool = createWorkerPool<ReportDrawing, Uint8Array>({
  script: workerUrl(import.meta.url, 'report-worker'),
  threads: 1,
  deadlineMs: 30_000,
  maxHeapMb: 512,
  maxWaiting: 20,
  idleMs: 60_000,
  messages: {
    late: 'The PDF of this report took too long to create. Please choose a shorter period, or a spreadsheet.',
    busy: 'Many reports are being created right now. Please try again in a moment.',
  },
})

/** More take longer to draw than a person waits, and too many to read on paper. */
export const maxPdfCells = 20_000

/** The logo is read with `readLogo`. */
export async function reportPdf(document: ReportDocument, logo: LogoImage | null): Promise<Buffer> {
  const { rows, columns } = document.report
  if (rows.length * (columns.length + 1) > maxPdfCells) {
    throw fieldError(
      'format',
      'This report is too long for a PDF. Please choose a spreadsheet, or a shorter period.',
    )
  }
  const image = logo && (await prepareLogo(logo))
  const { buffer, byteOffset, byteLength } = await pool.run({ document, image })
  return Buffer.from(buffer, byteOffset, byteLength)
}

export async function endReportPdfs(): Promise<void> {
  await pool.end()
}
