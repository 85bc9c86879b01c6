import { type CsvTable, byteOrderMark, csvHeader, csvRow } from './csv.ts'

type Pages = AsyncGenerator<{ line: string }[]>

interface TableFile {
  /** Nothing for the first one, then -2, -3 and so on. */
  suffix: string
  content: AsyncGenerator<Uint8Array>
}

/** A file in an archive can hold four times as much; editors and spreadsheets cannot. */
const fileSize = 1024 ** 3

interface Form {
  head: string
  page(rows: { line: string }[], isFirst: boolean): string
  foot: string
}

/** A JSON array, one row a line. */
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

/** Each file has to be read to its end before the next. */
async function* split(pages: Pages, size: number, form: Form): AsyncGenerator<TableFile> {
  let isDone = false
  async function* oneFile(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(form.head)
    for (let written = 0; written < size;) {
      // By hand: a loop that is left early would end the pages with it.
      const { value: rows, done } = await pages.next()
      isDone = done === true
      if (!rows) break
      const bytes = Buffer.from(form.page(rows, written === 0))
      written += bytes.length
      yield bytes
    }
    yield Buffer.from(form.foot)
  }
  for (let part = 1; !isDone; part += 1) {
    yield { suffix: part === 1 ? '' : `-${part}`, content: oneFile() }
  }
}
