import { and, eq } from 'drizzle-orm'
import { files } from '../../../platform/db/tables/files.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import type { InvoiceDocument, Movement } from '../contract.ts'

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
    late: 'The PDF of this invoice took too long to create. Please try again.',
    busy: 'Many PDFs are being created right now. Please try again in a moment.',
  },
})

export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  drawing: Pick<Drawing, 'publicUrl'> &
    Partial<Pick<Drawing, 'kind' | 'isPayable' | 'payment'>> & { logo: LogoImage | null },
): Promise<Buffer> {
  const { logo, kind = 'invoice', isPayable = true, payment = null, publicUrl } = drawing
  const image = logo && (await prepareLogo(logo))
  const { buffer, byteOffset, byteLength } = await pool.run({
    kind,
    invoice,
    publicUrl,
    isPayable,
    payment,
    image,
  })
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Runs in the main thread: sharp has its own threads and must not be unloaded with a worker. */
export async function prepareLogo({ bytes }: LogoImage) {
  const { preparePdfImage } = await import('../../../platform/pdf/pdf-image.ts')
  return await preparePdfImage(bytes, logoBox)
}

export async function endInvoicePdfs(): Promise<void> {
  await pool.end()
}

/** What a PDF is drawn from. Plain data, so that it can be sent to a worker thread. */
export interface Drawing {
  /** A receipt has the same layout and shows first what was paid. */
  kind: 'invoice' | 'receipt'
  invoice: InvoiceDocument
  publicUrl: string
  /** Whether the client can pay on the public page. */
  isPayable: boolean
  /** For the receipt of a single payment. */
  payment: Movement | null
  image: PdfImage | null
}

/** Returns the image of the logo; null without a logo or if it was deleted. */
export async function readLogo(
  { db }: Transaction,
  businessId: string,
  logo: InvoiceDocument['logo'],
): Promise<LogoImage | null> {
  if (!logo) return null
  const [file] = await db
    .select({ bytes: files.bytes, contentType: files.contentType })
    .from(files)
    .where(and(eq(files.businessId, businessId), eq(files.id, logo.id)))
  if (file?.contentType !== 'image/png' && file?.contentType !== 'image/jpeg') return null
  return { bytes: file.bytes, contentType: file.contentType }
}
