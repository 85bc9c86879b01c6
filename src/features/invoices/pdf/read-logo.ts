import { and, eq } from 'drizzle-orm'
import { files } from '../../../platform/db/tables/files.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { LogoImage } from './invoice-pdf.ts'

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
