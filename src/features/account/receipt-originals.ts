import type pg from 'pg'
import { readPages } from '../../platform/db/read-pages.ts'
import { endingOf } from '../../platform/files/file-kind.ts'
import { type FileStore, FileStoreError } from '../../platform/files/file-store.ts'
import type { ZipWriter } from '../../platform/files/stream-zip.ts'

export interface Original {
  /** The name in the archive. */
  name: string
  fileId: string
  byteCount: number
}

/** An archive can be twice as large, but a download that takes longer than half an hour is cut off. */
export const maxOriginalBytes = 2 * 1024 ** 3
const maxOriginals = 50_000

/** The originals of receipts, the newest first. */
export async function listOriginals(client: pg.PoolClient): Promise<Original[]> {
  const query = `
    select r.id, r.file_name as "fileName", f.id as "fileId", f.content_type as "contentType",
      f.byte_count::float8 as "byteCount"
    from receipts r join stored_files f on f.business_id = r.business_id and f.id = r.original_id
    order by r.created_at desc, r.id`
  type Row = Omit<Original, 'name'> & { id: string; fileName: string; contentType: string }
  const originals: Original[] = []
  for await (const rows of readPages<Row>(client, query, 500)) {
    for (const { id, fileName, contentType, fileId, byteCount } of rows) {
      const ending = fileName ? `-${fileName}` : `.${endingOf(contentType)}`
      originals.push({ name: `receipts/${id}${ending}`, fileId, byteCount })
    }
  }
  return originals
}

/** The pictures of their pages, and the small ones, under the ids of the files. */
export async function listPictures(client: pg.PoolClient): Promise<Original[]> {
  const query = `
    select f.id as "fileId", f.byte_count::float8 as "byteCount"
    from receipts r
    cross join lateral (
      select r.thumbnail_id as id where r.thumbnail_id is not null
      union select (page->>'id')::uuid from jsonb_array_elements(r.pages) page) p
    join stored_files f on f.business_id = r.business_id and f.id = p.id
    order by r.created_at desc, r.id, f.id`
  const pictures: Original[] = []
  for await (const rows of readPages<Omit<Original, 'name'>>(client, query, 500)) {
    for (const row of rows) pictures.push({ name: `${pictureFolder}${row.fileId}.jpg`, ...row })
  }
  return pictures
}

const pictureFolder = 'receipts/pictures/'

/** What was added to invoices, estimates, expenses and clients, under the id of an attachment: each file once. */
export async function listAttachedFiles(client: pg.PoolClient): Promise<Original[]> {
  const query = `
    select a.id, a.name, f.id as "fileId", f.byte_count::float8 as "byteCount"
    from attachments a join stored_files f on f.business_id = a.business_id and f.id = a.file_id
    order by a.created_at desc, a.id`
  const attached: Original[] = []
  const found = new Set<string>()
  for await (const rows of readPages<Original & { id: string }>(client, query, 500)) {
    for (const { id, name, fileId, byteCount } of rows) {
      // An invoice shares files with the estimate that it was made from.
      if (found.has(fileId)) continue
      found.add(fileId)
      attached.push({ name: `attachments/${id}-${name}`, fileId, byteCount })
    }
  }
  return attached
}

/** Adds as many as fit, one by one, and a list of originals that do not, or that were deleted meanwhile. */
export async function addOriginals(
  zip: ZipWriter,
  files: FileStore,
  businessId: string,
  originals: readonly Original[],
  maxBytes = maxOriginalBytes,
): Promise<void> {
  const leftOut: string[] = []
  let bytes = 0
  for (const [index, { name, fileId, byteCount }] of originals.entries()) {
    bytes += byteCount
    const content =
      bytes <= maxBytes && index < maxOriginals
        ? await files.read({ businessId, id: fileId }).catch(ignoreMissing)
        : undefined
    if (content) await zip.add(name, [content], { isCompressed: true })
    else if (!name.startsWith(pictureFolder)) leftOut.push(name)
  }
  if (leftOut.length > 0) await zip.add('receipts/not-included.txt', [Buffer.from(`${leftOut.join('\n')}\n`)])
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof FileStoreError) throw error
}
