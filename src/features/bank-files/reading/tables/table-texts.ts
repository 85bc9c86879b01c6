import type { FileTransaction } from '../bank-file.ts'
import type { Line } from './table-amounts.ts'
import { type Column, hasRole, isCurrencyColumn, isDateColumn, isNumberColumn } from './table-columns.ts'
import type { Role } from './table-labels.ts'

/** The columns with what is said about a booking. */
export interface TextColumns {
  description: number[]
  /** Used where the description is empty. */
  instead: number[]
  counterparty: number[]
  payer: number | null
  payee: number | null
  reference: number[]
  bankId: number | null
}

export function findTextColumns(
  columns: Column[],
  lines: readonly Line[],
  chosen: number[] | null,
  used: Set<number>,
): TextColumns {
  const withRole = (...roles: Role[]) =>
    columns.filter((column) => hasRole(column, ...roles) && column.filled > 0).map(({ index }) => index)
  const texts = columns.filter(
    (column) => column.texts > 0 && !isDateColumn(column) && !used.has(column.index),
  )
  const isText = (index: number) => texts.some((column) => column.index === index)
  const unlabelled = texts.filter(
    (column) => column.label === null && !isNumberColumn(column) && !isCurrencyColumn(column),
  )
  const described = withRole('description').filter(isText)
  const hasHeader = columns.some(({ label }) => label !== null)
  const instead = [...withRole('type'), ...withRole('counterparty', 'payee', 'payer')].filter(isText)
  const first = (...roles: Role[]) => withRole(...roles)[0] ?? null
  const isShort = described.length === 0 && (instead.length === 0 || !hasHeader)
  return {
    description: chosen ?? (isShort ? unlabelled.map(({ index }) => index) : described),
    instead,
    counterparty: withRole('counterparty').filter(isText),
    payer: first('payer'),
    payee: first('payee'),
    reference: withRole('reference'),
    bankId: withRole('bankId').find((index) => isUnique(lines, index)) ?? null,
  }
}

function isUnique(lines: readonly Line[], column: number): boolean {
  const values = new Set<string>()
  for (const { cells } of lines) {
    const value = cells[column] ?? ''
    if (value === '' || values.has(value)) return false
    values.add(value)
  }
  return true
}

/** Names and texts of one booking. */
export function textsOf(
  line: Line & { more?: string[] },
  columns: TextColumns,
  isOut: boolean,
): Pick<FileTransaction, 'description' | 'counterparty' | 'reference' | 'bankId'> {
  const cell = (index: number | null) => (index === null ? '' : tidy(line.cells[index] ?? ''))
  const firstOf = (indexes: number[]) => indexes.map(cell).find((text) => text !== '' && text !== '0') ?? null
  const [payer, payee] = [cell(columns.payer), cell(columns.payee)]
  const party = firstOf(columns.counterparty) ?? ((isOut ? payee || payer : payer || payee) || null)
  const parts = [...new Set([...columns.description.map(cell), ...(line.more ?? [])])].filter(
    (text) => text !== '',
  )
  return {
    description: parts.length > 0 ? parts.join(' ') : (firstOf(columns.instead) ?? party ?? ''),
    counterparty: party,
    reference: firstOf(columns.reference),
    bankId: columns.bankId === null ? null : cell(columns.bankId) || null,
  }
}

/** One line, without spaces that only fill it, and without the mark that spreadsheets put before texts. */
const tidy = (text: string) => (/\s\s|[\t\n\r\u00a0]|^['\s]|\s$/.test(text) ? tidied(text) : text)

const tidied = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/^'(?=\S)/, '')
    .trim()
