import { z } from 'zod'
import { StartError } from '../config.ts'

/**
 * A backup is one file: a line that says what it is; then, compressed and perhaps encrypted, frames; then the SHA-256
 * of all that. A frame is one letter, four bytes that say how long it is, and its content:
 *
 *   H         the header
 *   F D… E    a file of the data folder: what it is called, what is in it, its end
 *   T D… E    a table: which one, its rows as COPY writes them, its end
 *   S         where the sequences stand
 *   Z         the end
 */
export type FrameKind = 'H' | 'F' | 'T' | 'D' | 'E' | 'S' | 'Z'

export interface Frame {
  kind: FrameKind
  content: Buffer
}

export const formatVersion = 1
export const digestLength = 32
const kinds = 'HFTDESZ'
const frameHead = 5
/** A row of a table is one piece: as long as Postgres lets it be. */
const longestFrame = 0x40_00_00_00

const count = z.number().int().nonnegative()

export const headerSchema = z.strictObject({
  format: z.literal(formatVersion),
  version: z.string(),
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  /** Of the tables of the job queue, which no migration makes. */
  jobsVersion: z.number().nullable(),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: count,
    }),
  ),
})
export type BackupHeader = z.output<typeof headerSchema>
export type BackedUpTable = BackupHeader['tables'][number]

export const tableSchema = z.strictObject({ schema: z.string(), name: z.string() })
export const fileSchema = z.strictObject({ path: z.string().min(1), mode: count.max(0o777) })
export type BackedUpFile = z.output<typeof fileSchema>
export const sequencesSchema = z.array(
  z.strictObject({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
)
export type Sequence = z.output<typeof sequencesSchema>[number]

export function makeFrame(kind: FrameKind, content: Buffer | object = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(frameHead)
  head.write(kind, 'latin1')
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

export const damaged = (why: string) => new StartError(`The backup is damaged: ${why}.`)

export function parseFrame<T>(schema: z.ZodType<T>, { content }: Frame): T {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw damaged('a part of it cannot be understood')
  }
}

/** Cuts the stream into frames again, and holds at most one of them. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let length = 0
  let wanted = frameHead
  for await (const piece of source) {
    held.push(piece)
    length += piece.length
    while (length >= wanted) {
      const bytes = held.length === 1 ? held[0]! : Buffer.concat(held)
      const end = frameHead + contentLength(bytes)
      if (length < end) {
        held = [bytes]
        wanted = end
        break
      }
      yield { kind: bytes.toString('latin1', 0, 1) as FrameKind, content: bytes.subarray(frameHead, end) }
      held = [bytes.subarray(end)]
      length -= end
      wanted = frameHead
    }
  }
  if (length > 0) throw damaged('it ends in the middle of something')
}

function contentLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(1)
  if (!kinds.includes(bytes.toString('latin1', 0, 1)) || length > longestFrame) {
    throw damaged('a part of it cannot be understood')
  }
  return length
}
