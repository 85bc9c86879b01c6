import { createHash } from 'node:crypto'
import type { BankFile, Choices } from '../bank-file.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { findSections, type Section } from './find-sections.ts'
import { readSection } from './read-section.ts'
import { createDateReader } from './table-dates.ts'
import { foldLabel, labelOf } from './table-labels.ts'
import { numberCell } from './table-numbers.ts'

const maxColumns = 500

/** Reads the cells of a table, whatever bank it is from. Everything is found by evidence in the table. */
export function readTable(
  rows: string[][],
  source: { format: 'csv' | 'xlsx'; delimiter: string },
  choices: Choices,
  home?: string,
): BankFile {
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest > maxColumns)
    throw new UnreadableBankFile(
      `This table has ${widest} columns. A bank statement has at most ${maxColumns}.`,
    )
  const cells = rows.map((row) => row.map(bare))
  const readDate = createDateReader()
  const sections = findSections(cells, readDate)
  const [first] = sections
  if (!first) throw new UnreadableBankFile(whatIsMissing(cells, readDate))
  const read = sections.map((section) => readSection(section, readDate, choices, home))
  const questions = read.flatMap((section) => section.questions)
  return {
    format: source.format,
    statements: read.flatMap(({ statements }) => statements),
    questions: questions.filter(
      ({ about }, index) => questions.findIndex((each) => each.about === about) === index,
    ),
    shape: shapeOf(first, source, readDate),
    table: { ...firstRows(first), ...(read[0] && { found: read[0].found }) },
  }
}

/** Some banks put single quotes around or before numbers, so that spreadsheets keep them as they are. */
const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^'([^']*)'$/, '$1')
    .replace(/^'(?=[\d-]+$)/, '')

const shownRows = 6
const shownLength = 80

const shorten = (cells: string[]) => cells.map((cell) => cell.slice(0, shownLength))

function firstRows({ header, rows }: Section): NonNullable<BankFile['table']> {
  const first = rows.filter(({ isData }) => isData).slice(0, shownRows)
  return { header: header && shorten(header), rows: first.map(({ cells }) => shorten(cells)) }
}

function whatIsMissing(cells: string[][], readDate: (text: string) => unknown): string {
  const filled = cells.filter((row) => row.some((cell) => cell !== ''))
  if (filled.length === 0) return 'This file is empty.'
  if (filled.every((row) => row.filter((cell) => cell !== '').length < 2))
    return 'This file has no table of transactions.'
  const hasHeader = filled.some((row) => row.filter((cell) => labelOf(cell) !== null).length > 2)
  if (hasHeader && filled.length === 1) return 'This table has column names but no transactions.'
  if (!filled.some((row) => row.some((cell) => readDate(cell)))) return 'This table has no column with dates.'
  if (hasHeader) return 'This table has column names but no transactions that have a date and an amount.'
  return 'This table has no column with amounts.'
}

/** The same for files of the same bank and form. */
function shapeOf(
  { header, rows }: Section,
  { format, delimiter }: { format: string; delimiter: string },
  readDate: (text: string) => unknown,
): string {
  const kindOf = (cell: string) =>
    cell === '' ? '' : readDate(cell) ? 'date' : numberCell(cell) ? 'number' : 'text'
  const first = rows.find((row) => row.isData)?.cells ?? []
  const names = header ? header.map(foldLabel) : first.map(kindOf)
  return createHash('sha256')
    .update(JSON.stringify([format, delimiter, names]))
    .digest('hex')
    .slice(0, 32)
}
