import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { Drawing } from './drawing.ts'

export interface LogoImage {
  bytes: Buffer
  contentType: 'image/png' | 'image/jpeg'
}

const logoBox = { width: 160, height: 64 }

/** Worker threads load the fonts and draw the PDFs: laying out 30,000 characters takes seconds. */
const pool = createWorkerPool<Drawing, Uint8Array>({
  script: workerUrl(import.meta.url, 'pdf-worker'),
  threads: 2,
  deadlineMs: 30_000,
  maxHeapMb: 512,
  maxWaiting: 20,
  messages: {
    late: 'The PDF of this invoice took too long to draw.',
    busy: 'Many PDFs are being drawn right now. Please try again in a moment.',
  },
})

export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  drawing: { publicUrl: string; logo: LogoImage | null; kind?: Drawing['kind']; isPayable?: boolean },
): Promise<Buffer> {
  const { publicUrl, logo, kind = 'invoice', isPayable = true } = drawing
  const image = logo && (await prepareLogo(logo))
  const { buffer, byteOffset, byteLength } = await pool.run({ kind, invoice, publicUrl, isPayable, image })
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Runs in the main thread: sharp has its own threads and must not be unloaded with a worker. */
async function prepareLogo({ bytes }: LogoImage) {
  const { preparePdfImage } = await import('../../../platform/pdf/pdf-image.ts')
  return await preparePdfImage(bytes, logoBox)
}

export async function endInvoicePdfs(): Promise<void> {
  await pool.end()
}
