import type { FileStore } from '../../../platform/files/file-store.ts'
import { partBytes } from './rules.ts'
import { UnusableArchive } from './unusable-archive.ts'

/** Bytes that can be read from any position. */
export interface ByteSource {
  size: number
  /** Exactly the bytes from `start` up to `end`, which is at most the size. */
  read(start: number, end: number): Promise<Buffer>
}

/** Joins the stored parts of an archive. At most one part is kept in memory. */
export function joinParts(
  files: FileStore,
  { businessId, parts, byteCount }: { businessId: string; parts: readonly string[]; byteCount: number },
): ByteSource {
  let kept: { index: number; bytes: Buffer } | undefined
  const part = async (index: number): Promise<Buffer> => {
    if (kept?.index === index) return kept.bytes
    kept = undefined
    const id = parts[index]
    if (id === undefined) throw new Error('a part of the archive was asked for that it does not have')
    const bytes = await files.read({ businessId, id })
    kept = { index, bytes }
    return bytes
  }
  return {
    size: byteCount,
    async read(start, end) {
      if (start < 0 || end > byteCount || start > end) throw new UnusableArchive(brokenText)
      const pieces: Buffer[] = []
      for (let at = start; at < end;) {
        const index = Math.floor(at / partBytes)
        const offset = at - index * partBytes
        const piece = (await part(index)).subarray(offset, offset + end - at)
        if (piece.length === 0) throw new UnusableArchive(brokenText)
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}

export const brokenText =
  'This archive is damaged or incomplete. Please export it again, or choose the original file.'
