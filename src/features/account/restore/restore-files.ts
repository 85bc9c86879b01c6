import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import { kindOf } from '../../../platform/files/file-kind.ts'
import { readImage } from '../../../platform/files/read-image.ts'
import { type Row, readRows, textOf } from './archive-rows.ts'
import type { Archive, ArchiveEntry } from './open-archive.ts'
import { UnusableArchive } from './unusable-archive.ts'

const maxFileBytes = 64 * 1024 ** 2
const originalName = /^receipts\/([0-9a-f-]{36})[-.]/
const attachmentName = /^attachments\/([0-9a-f-]{36})-/
const pictureName = /^receipts\/pictures\/([0-9a-f-]{36})\.jpg$/

interface RestoreTarget {
  businessId: string
  newId: (old: string) => string
  /** Gets the new id of every file that is put into the store, before it is. */
  newFiles: Set<string>
  onRead: (bytes: number) => void
}

/** Puts the files of receipts and attachments into the store, before their rows. Returns the new ids of originals that the archive does not have. */
export async function restoreFiles(
  { files }: Deps<'files'>,
  archive: Archive,
  { businessId, newId, newFiles, onRead }: RestoreTarget,
): Promise<Set<string>> {
  const entries = await findFiles(archive)
  const missing = new Set<string>()
  for await (const row of readRows(archive, 'stored_files')) {
    const found = entries.get(textOf(row['id']))
    if (!found) continue
    const id = newId(textOf(row['id']))
    if (!found.entry) {
      missing.add(id)
      continue
    }
    const bytes = await readFile(archive, found.entry)
    assertSame(row, bytes, found)
    newFiles.add(id)
    await files.put({ businessId, id }, bytes)
    onRead(bytes.length)
  }
  return missing
}

interface ReceiptFile {
  isOriginal: boolean
  entry: ArchiveEntry | undefined
}

/** The files of receipts and attachments by their id in the archive. */
async function findFiles(archive: Archive): Promise<Map<string, ReceiptFile>> {
  const originals = new Map<string, ArchiveEntry>()
  const attached = new Map<string, ArchiveEntry>()
  const found = new Map<string, ReceiptFile>()
  for (const entry of archive.entries.values()) {
    const [, receiptId] = originalName.exec(entry.name) ?? []
    if (receiptId !== undefined) originals.set(receiptId, entry)
    const [, attachmentId] = attachmentName.exec(entry.name) ?? []
    if (attachmentId !== undefined) attached.set(attachmentId, entry)
    const [, fileId] = pictureName.exec(entry.name) ?? []
    if (fileId !== undefined) found.set(fileId, { isOriginal: false, entry })
  }
  for await (const { id, original_id: fileId } of readRows(archive, 'receipts'))
    found.set(textOf(fileId), { isOriginal: true, entry: originals.get(textOf(id)) })
  // An invoice shares files with the estimate that it was made from. The archive has each once.
  for await (const { id, file_id: fileId } of readRows(archive, 'attachments')) {
    const entry = attached.get(textOf(id)) ?? found.get(textOf(fileId))?.entry
    found.set(textOf(fileId), { isOriginal: true, entry })
  }
  return found
}

export async function readFile(archive: Archive, entry: ArchiveEntry): Promise<Buffer> {
  if (entry.size > maxFileBytes) throw changed(entry)
  const pieces: Buffer[] = []
  for await (const piece of archive.read(entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The file has to be the one that its row describes, and of a kind that the product would have taken. */
function assertSame(row: Row, bytes: Buffer, { isOriginal, entry }: ReceiptFile): void {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kind = kindOf(bytes)?.contentType
  const isSame =
    row['sha256'] === sha256 && row['byte_count'] === bytes.length && row['content_type'] === kind
  if (!isSame || (!isOriginal && kind !== 'image/jpeg')) throw changed(entry)
}

function changed(entry: ArchiveEntry | undefined): UnusableArchive {
  return new UnusableArchive(`The file ${entry?.name ?? ''} in this archive isn’t the one that was exported.`)
}

/** A logo of the archive. It is decoded as if it were uploaded, because it is shown to anyone who has an invoice. */
export async function readLogo(archive: Archive, id: string): Promise<Awaited<ReturnType<typeof readImage>>> {
  const entry = archive.entries.get(`files/${id}.png`) ?? archive.entries.get(`files/${id}.jpg`)
  if (!entry) throw new UnusableArchive('A logo is missing in this archive.')
  const bytes = await readFile(archive, entry)
  const image = await readImage(bytes).catch(() => {
    throw changed(entry)
  })
  // Unchanged, unless it holds more than the picture.
  return { ...image, bytes: image.contentType === kindOf(bytes)?.contentType ? bytes : image.bytes }
}
