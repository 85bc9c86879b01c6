import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type ByteSource, brokenText } from './archive-parts.ts'
import { UnusableArchive } from './unusable-archive.ts'

export interface ArchiveEntry {
  name: string
  isDeflated: boolean
  crc: number
  compressedSize: number
  /** As the list of files says it. Reading stops with an error where there is more. */
  size: number
  offset: number
}

export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>
  /** The content in pieces, compared with its size and checksum. */
  read(entry: ArchiveEntry): AsyncGenerator<Buffer>
}

const endLength = 22
const maxComment = 0xffff
const maxListBytes = 32 * 1024 ** 2
const pieceBytes = 256 * 1024

const broken = () => new UnusableArchive(brokenText)

/** Reads the list of files of a zip archive. Nothing but the list is held in memory. */
export async function openArchive(source: ByteSource): Promise<Archive> {
  const end = await findEnd(source)
  if (end.listSize > maxListBytes) throw broken()
  const list = await source.read(end.listOffset, end.listOffset + end.listSize)
  const entries = new Map<string, ArchiveEntry>()
  let compressed = 0
  for (let at = 0, n = 0; n < end.count; n += 1) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x0201_4b50) throw broken()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      list.readUInt16LE(at + field),
    ) as [number, number, number]
    const method = list.readUInt16LE(at + 10)
    const isEncrypted = (list.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted || (method !== 0 && method !== 8)) throw broken()
    const entry = {
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
      isDeflated: method === 8,
      crc: list.readUInt32LE(at + 16),
      compressedSize: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
    }
    // Files that share their bytes could make a small archive very large.
    compressed += entry.compressedSize
    if (entries.has(entry.name) || compressed > source.size) throw broken()
    entries.set(entry.name, entry)
    at += 46 + nameLength + extraLength + commentLength
  }
  return { entries, read: (entry) => readEntry(source, entry) }
}

async function findEnd(source: ByteSource): Promise<{ count: number; listSize: number; listOffset: number }> {
  const start = Math.max(0, source.size - endLength - maxComment)
  const tail = await source.read(start, source.size)
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x0605_4b50) continue
    const found = {
      count: tail.readUInt16LE(at + 10),
      listSize: tail.readUInt32LE(at + 12),
      listOffset: tail.readUInt32LE(at + 16),
    }
    if (found.listOffset + found.listSize > start + at) throw broken()
    return found
  }
  throw new UnusableArchive('This file isn’t an archive. Please choose the zip file that you exported.')
}

async function* readEntry(source: ByteSource, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  const head = await source.read(entry.offset, entry.offset + 30)
  if (head.readUInt32LE(0) !== 0x0403_4b50) throw broken()
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const raw = readPieces(source, start, start + entry.compressedSize)
  let size = 0
  let crc = 0
  for await (const piece of entry.isDeflated ? inflated(raw) : raw) {
    size += piece.length
    if (size > entry.size) throw broken()
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw broken()
}

async function* readPieces(source: ByteSource, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceBytes) yield source.read(at, Math.min(end, at + pieceBytes))
}

async function* inflated(raw: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  const feeding = pipeline(Readable.from(raw), inflate)
  // A failure here also fails the loop below.
  feeding.catch(() => undefined)
  try {
    for await (const piece of inflate) yield piece as Buffer
    await feeding
  } catch (error) {
    throw isZlibError(error) ? broken() : error
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
