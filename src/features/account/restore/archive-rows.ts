import { type Archive, type ArchiveEntry } from './open-archive.ts'
import { UnusableArchive } from './unusable-archive.ts'

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value }
export type Row = Record<string, Value>

/** A column of a row that has not been checked yet. */
export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

const maxLineBytes = 16 * 1024 ** 2

/** The files of a table: a long one continues in further files. */
export function filesOf({ entries }: Archive, table: string): ArchiveEntry[] {
  const found: ArchiveEntry[] = []
  for (let n = 1; ; n += 1) {
    const entry = entries.get(`json/${table}${n === 1 ? '' : `-${n}`}.json`)
    if (!entry) return found
    found.push(entry)
  }
}

/** The rows of a table, one by one. The export writes a row per line. */
export async function* readRows(
  archive: Archive,
  table: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Row> {
  for (const entry of filesOf(archive, table)) {
    let state: 'before' | 'rows' | 'after' = 'before'
    for await (const line of readLines(archive.read(entry), entry.name, onRead)) {
      if (line === '') continue
      if (state === 'before' && line === '[') state = 'rows'
      else if (state === 'rows' && line === ']') state = 'after'
      else if (state === 'rows') yield parseRow(line.replace(/,$/, ''), entry.name)
      else throw otherForm(entry.name)
    }
    if (state !== 'after') throw otherForm(entry.name)
  }
}

const otherForm = (name: string) =>
  new UnusableArchive(`The file ${name} in this archive isn’t in the form that the export writes.`)

async function* readLines(
  pieces: AsyncGenerator<Buffer>,
  name: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes: Buffer) => {
    try {
      return decoder.decode(bytes)
    } catch {
      throw otherForm(name)
    }
  }
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    onRead(piece.length)
    let start = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield decode(Buffer.concat([...waiting, piece.subarray(start, end)]))
      waiting = []
      length = 0
      start = end + 1
    }
    waiting.push(piece.subarray(start))
    length += piece.length - start
    if (length > maxLineBytes) throw otherForm(name)
  }
  if (length > 0) yield decode(Buffer.concat(waiting))
}

/** Exchange rates have more digits than JavaScript keeps, so they stay as they are written. */
function keepDigits(key: string, value: Value, { source }: { source?: string } = {}): Value {
  const isRate = key === 'rate' && typeof value === 'number' && source !== undefined
  return isRate && String(value) !== source ? source : value
}

function parseRow(line: string, name: string): Row {
  let row: Value
  try {
    row = JSON.parse(line, keepDigits) as Value
  } catch {
    throw otherForm(name)
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw otherForm(name)
  return row
}
