import { type CsvTable, byteOrderMark, csvHeader, csvRow } from './csv.ts'

type Pages = AsyncGenerator<{ line: string }[]>

interface TableFile {
  /** Empty for the first file, then -2, -3 and so on. */
  suffix: string
  content: AsyncGenerator<Uint8Array>
}

/** A zip entry can be four times as large, but editors and spreadsheets cannot handle that. */
const fileSize = 1024 ** 3

interface FileFormat {
  head: string
  page(rows: { line: string }[], isFirst: boolean): string
  foot: string
}

/** Writes the rows as JSON arrays, one row per line. */
export function jsonFiles(pages: Pages, size = fileSize): AsyncGenerator<TableFile> {
  return split(pages, size, {
    head: '[\n',
    page: (rows, isFirst) => (isFirst ? '' : ',\n') + rows.map(({ line }) => line).join(',\n'),
    foot: '\n]\n',
  })
}

export function csvFiles(table: CsvTable, pages: Pages, size = fileSize): AsyncGenerator<TableFile> {
  return split(pages, size, {
    head: byteOrderMark + csvHeader(table),
    page: (rows) => rows.map(({ line }) => csvRow(table, JSON.parse(line))).join(''),
    foot: '',
  })
}

/** Splits the pages into files. Each file must be read to its end before the next. */
async function* split(pages: Pages, size: number, format: FileFormat): AsyncGenerator<TableFile> {
  let isDone = false
  async function* oneFile(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(format.head)
    for (let written = 0; written < size;) {
      // Not for-await: leaving that loop early would also close the pages.
      const { value: rows, done } = await pages.next()
      isDone = done === true
      if (!rows) break
      const bytes = Buffer.from(format.page(rows, written === 0))
      written += bytes.length
      yield bytes
    }
    yield Buffer.from(format.foot)
  }
  for (let part = 1; !isDone; part += 1) {
    yield { suffix: part === 1 ? '' : `-${part}`, content: oneFile() }
  }
}
