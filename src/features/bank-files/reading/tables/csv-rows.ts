import { parse } from 'csv-parse/sync'
import { dateCell } from './table-dates.ts'
import { numberCell } from './table-numbers.ts'

const delimiters = [';', ',', '\t', '|'] as const
const sampleLines = 300

export interface CsvRows {
  rows: string[][]
  delimiter: string
}

/** Splits a text into cells. The delimiter is the one that gives most dates and amounts. */
export function splitCsv(text: string): CsvRows {
  const stated = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text)
  const body = (stated ? text.slice(stated[0].length) : text).replaceAll('\0', '')
  const delimiter = stated?.[1] ?? findDelimiter(firstLines(body))
  const rows = tokenize(body, delimiter)
  return isQuotedWhole(rows, delimiter)
    ? { rows: tokenize(rows.map((row) => row[0] ?? '').join('\n'), delimiter), delimiter }
    : { rows, delimiter }
}

function firstLines(text: string): string {
  let at = 0
  for (let line = 0; line < sampleLines; line++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return text
    at = next + 1
  }
  return text.slice(0, at)
}

function tokenize(text: string, delimiter: string): string[][] {
  const options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    bom: true,
  }
  try {
    return parse(text, options)
  } catch {
    // A quote that is never closed: then quotes are part of the text.
    const rows: string[][] = parse(text, { ...options, quote: false })
    return rows.map((row) =>
      row.map((cell) => cell.replace(/^\s*"([\s\S]*)"\s*$/, '$1').replaceAll('""', '"')),
    )
  }
}

/** Some programs quote whole lines. */
function isQuotedWhole(rows: string[][], delimiter: string): boolean {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  return filled.length > 1 && filled.every((row) => row.length === 1 && row[0]?.includes(delimiter) === true)
}

function findDelimiter(sample: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: -1 }
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue
    const score = scoreOf(tokenize(sample, delimiter))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Rows with a date and an amount count; then rows of equal length. */
function scoreOf(rows: string[][]): number {
  const lengths = new Map<number, number>()
  let data = 0
  let cells = 0
  for (const row of rows) {
    if (row.length < 2) continue
    lengths.set(row.length, (lengths.get(row.length) ?? 0) + 1)
    const trimmed = row.map((cell) => cell.trim())
    const hasDate = trimmed.some((cell) => cell !== '' && dateCell(cell) !== null)
    const numbers = trimmed.filter((cell) => numberCell(cell) !== null).length
    if (hasDate && numbers > 0) data += 1
    if (hasDate) cells += numbers
  }
  const [length, count] = [...lengths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return data * 1000 + count * 10 + Math.min(length, 50) + cells / 1000
}
