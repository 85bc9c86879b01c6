import { createHash } from 'node:crypto'
import { isFileOfData } from './data-files.ts'
import {
  type BackedUpFile,
  type BackupHeader,
  type Frame,
  damaged,
  fileSchema,
  headerSchema,
  parseFrame,
  tableSchema,
} from './format.ts'
import type { OpenBackup } from './open-backup.ts'

export interface CheckedBackup {
  header: BackupHeader
  files: (BackedUpFile & { checksum: string })[]
}

const newline = 10

/** Reads all of it once, and finds every part that the header speaks of. */
export async function checkBackup(backup: OpenBackup): Promise<CheckedBackup> {
  const frames = backup.frames()
  const header = await readHeader(frames)
  const files: CheckedBackup['files'] = []
  const expected = header.tables.values()
  let last: Frame['kind'] | undefined
  for await (const frame of frames) {
    last = frame.kind
    if (frame.kind === 'F') files.push(await checkFile(frame, frames))
    if (frame.kind === 'T') {
      const { schema, name } = parseFrame(tableSchema, frame)
      const { value: next } = expected.next()
      if (next?.schema !== schema || next.name !== name)
        throw damaged('its tables are not those of its header')
      if ((await countLines(frames)) !== next.rows) throw damaged(`rows of ${schema}.${name} are missing`)
    }
  }
  if (last !== 'Z' || !expected.next().done) throw damaged('its end is missing')
  return { header, files }
}

export async function readHeader(frames: AsyncGenerator<Frame>): Promise<BackupHeader> {
  const { value: first } = await frames.next()
  if (first?.kind !== 'H') throw damaged('it has no header')
  return parseFrame(headerSchema, first)
}

/** Reads the parts of a file or table up to its end. The caller reads on from there. */
export async function* contentOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: frame } = await frames.next()
    if (frame?.kind === 'E') return
    if (frame?.kind !== 'D') throw damaged('it ends in the middle of something')
    yield frame.content
  }
}

async function checkFile(frame: Frame, frames: AsyncGenerator<Frame>) {
  const file = parseFrame(fileSchema, frame)
  if (!isFileOfData(file.path)) throw damaged('it has a file that does not belong into a data folder')
  const hash = createHash('sha256')
  for await (const piece of contentOf(frames)) hash.update(piece)
  return { ...file, checksum: hash.digest('hex') }
}

/** A line is a row: COPY writes line breaks in values in another way. */
async function countLines(frames: AsyncGenerator<Frame>): Promise<number> {
  let lines = 0
  for await (const piece of contentOf(frames)) {
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines++
  }
  return lines
}
