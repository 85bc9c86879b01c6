import { and, eq } from 'drizzle-orm'
import { receipts, storedFiles } from '../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { endingOf } from '../../platform/files/file-kind.ts'
import { attachmentDisposition } from '../../platform/files/file-name.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { receiptNotFound } from './queries.ts'

type FileDeps = Deps<'database' | 'files'>
type Owner = Pick<Identity, 'businessId'>

// The browser keeps pictures, but not for another person who signs in.
const cachedPicture = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'cookie' }

/** The picture of a page. Pages count from 1. */
export function getPage(
  deps: FileDeps,
  { businessId }: Owner,
  id: string,
  page: number,
): Promise<FileAnswer> {
  return readPicture(deps, businessId, async (tx) => (await getRow(tx, businessId, id)).pages[page - 1]?.id)
}

export function getThumbnail(deps: FileDeps, { businessId }: Owner, id: string): Promise<FileAnswer> {
  return readPicture(deps, businessId, async (tx) => (await getRow(tx, businessId, id)).thumbnailId)
}

async function readPicture(
  { database, files }: FileDeps,
  businessId: string,
  choose: (tx: Transaction) => Promise<string | null | undefined>,
): Promise<FileAnswer> {
  const id = await withTenant(database, businessId, choose)
  if (!id) throw new AppError('NOT_FOUND', 'There is no picture of this receipt yet.')
  const bytes = new Uint8Array(await files.read({ businessId, id }))
  return { bytes, contentType: 'image/jpeg', headers: cachedPicture }
}

/** The file as it came, to be saved: a browser must never show or run it. */
export async function getOriginal(
  { database, files }: FileDeps,
  { businessId }: Owner,
  id: string,
): Promise<FileAnswer> {
  const { originalId, fileName, contentType } = await withTenant(database, businessId, (tx) =>
    getRow(tx, businessId, id),
  )
  const bytes = new Uint8Array(await files.read({ businessId, id: originalId }))
  const name = fileName || `receipt.${endingOf(contentType)}`
  return {
    bytes,
    contentType: 'application/octet-stream',
    headers: { 'content-disposition': attachmentDisposition(name) },
  }
}

async function getRow({ db }: Transaction, businessId: string, id: string) {
  const { fileName, originalId, pages, thumbnailId } = receipts
  const { contentType } = storedFiles
  const [row] = await db
    .select({ fileName, originalId, pages, thumbnailId, contentType })
    .from(receipts)
    .innerJoin(
      storedFiles,
      and(eq(storedFiles.businessId, receipts.businessId), eq(storedFiles.id, originalId)),
    )
    .where(and(eq(receipts.businessId, businessId), eq(receipts.id, id)))
  if (!row) throw receiptNotFound()
  return row
}
