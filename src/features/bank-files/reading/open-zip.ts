import { inflateRawSync } from 'node:zlib'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

export interface ZipEntry {
  name: string
  /** Unpacks it. */
  read: () => Uint8Array
}

const maxEntries = 2000
const maxTotalBytes = 200 * 1024 * 1024
const maxRatio = 1000
/** Below this size, a file that packs well is no bomb. */
const harmlessBytes = 10 * 1024 * 1024

const bombText = 'This zip file unpacks to far more than a bank file can have. It is not unpacked.'
const cutOffText = 'This zip file is damaged or cut off. Please download it again.'

/** Lists the files of a zip archive. Nothing is unpacked before `read`, and never more than 200 MB in all. */
export function openZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) throw new UnreadableBankFile(cutOffText)
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries)
    throw new UnreadableBankFile(`This zip file has more than ${maxEntries} files. Please split it.`)
  const limit = { left: maxTotalBytes }
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02_01_4b_50)
      throw new UnreadableBankFile(cutOffText)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number]
    const name = decodeName(bytes.subarray(at + 46, at + 46 + nameLength))
    const record = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    if (!name.endsWith('/')) entries.push({ name, read: () => unpack(bytes, view, record, limit) })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

/** The end record is the last one; only a comment may follow it. */
function findEnd(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 66_000); at--)
    if (view.getUint32(at, true) === 0x06_05_4b_50) return at
  return null
}

function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface EntryRecord {
  isEncrypted: boolean
  method: number
  packedSize: number
  size: number
  offset: number
}

function unpack(bytes: Uint8Array, view: DataView, record: EntryRecord, limit: { left: number }): Uint8Array {
  if (record.isEncrypted)
    throw new UnreadableBankFile('This zip file has a password. Please unpack it and add the files inside.')
  const { offset, packedSize, size, method } = record
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== 0x04_03_4b_50)
    throw new UnreadableBankFile(cutOffText)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = bytes.subarray(start, start + packedSize)
  if (packed.length < packedSize) throw new UnreadableBankFile(cutOffText)
  if (size > limit.left || (size > harmlessBytes && size > packedSize * maxRatio))
    throw new UnreadableBankFile(bombText)
  if (method !== 0 && method !== 8)
    throw new UnreadableBankFile(
      'This zip file is packed in an uncommon way. Please unpack it and add the files.',
    )
  const unpacked = method === 0 ? packed : inflate(packed, Math.min(limit.left, Math.max(size, 1)))
  if (unpacked.length !== size) throw new UnreadableBankFile(cutOffText)
  limit.left -= unpacked.length
  return unpacked
}

function inflate(packed: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength })
  } catch (error) {
    // The archive says that the file is smaller than it is.
    if (error instanceof RangeError) throw new UnreadableBankFile(bombText)
    throw new UnreadableBankFile(cutOffText)
  }
}
