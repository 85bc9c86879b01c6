import { hash } from 'node:crypto'
import { isIsoDate } from '../../../shared/dates.ts'
import { merchantKey } from '../../banking/sync/merchant-rules.ts'
import { textOf } from '../../banking/sync/transaction-row.ts'
import type { BankFile, FileTransaction, Statement } from './bank-file.ts'
import { sumDecimals } from './decimal-rules.ts'
import { joinStatements } from './join-statements.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** A transaction with clean texts. */
export interface PackedRow extends FileTransaction {
  merchantKey: string
  /** A fingerprint of the description, without regard to case and spaces. */
  textKey: string
}

/** A statement as it leaves the worker: what a preview shows, and all transactions in a form that is cheap to pass on. */
export interface PackedStatement extends Omit<Statement, 'transactions'> {
  count: number
  firstDate: string | null
  /** Of the last transaction or of the closing balance. */
  lastDate: string | null
  /** Of the last transaction. */
  lastBooked: string | null
  in: string
  out: string
  /** The first and the last transactions. */
  shown: PackedRow[]
  /** The position of those in the statement. */
  shownAt: number[]
  /** The transaction with the most decimals, and how many they are; zeros at the end do not count. */
  finest: { row: number; decimals: number }
  /** All transactions as JSON, in parts, so that a server can read them without standing still. */
  parts: string[]
}

export interface PackedFile extends Omit<BankFile, 'statements'> {
  statements: PackedStatement[]
}

const partLength = 1000
const shownAtEachEnd = 5

export function packBankFile({ statements, ...file }: BankFile): PackedFile {
  return { ...file, statements: joinStatements(statements).map(packStatement) }
}

function packStatement({ transactions, ...statement }: Statement): PackedStatement {
  const rows = transactions.map(packRow)
  const count = rows.length
  const shownAt = rows.flatMap((_, n) => (n < shownAtEachEnd || n >= count - shownAtEachEnd ? [n] : []))
  const dates = rows.map(({ date }) => date).toSorted()
  const ends = [dates.at(-1), statement.closingDate].filter((date) => typeof date === 'string').toSorted()
  const amounts = rows.map(({ amount }) => amount)
  return {
    ...statement,
    count,
    firstDate: dates[0] ?? statement.closingDate,
    lastDate: ends.at(-1) ?? null,
    lastBooked: dates.at(-1) ?? null,
    in: sumDecimals(amounts.filter((amount) => !amount.startsWith('-'))),
    out: sumDecimals(amounts.filter((amount) => amount.startsWith('-')).map((amount) => amount.slice(1))),
    shown: shownAt.flatMap((n) => rows[n] ?? []),
    shownAt,
    finest: finestOf(amounts),
    parts: partsOf(rows),
  }
}

function packRow(row: FileTransaction, index: number): PackedRow {
  const { date, amount } = row
  if (!isIsoDate(date) || !/^-?\d{1,15}(\.\d+)?$/.test(amount))
    throw new UnreadableBankFile(`Transaction ${index + 1} has no date or amount that we can read.`)
  const counterparty = cleaned(row.counterparty)
  const description = textOf(row.description) || (counterparty ?? '')
  return {
    date,
    amount,
    description,
    counterparty,
    reference: cleaned(row.reference),
    bankId: cleaned(row.bankId),
    merchantKey: merchantKey({ merchant: counterparty, description }),
    textKey: textKeyOf(description),
  }
}

const cleaned = (text: string | null) => (text === null ? null : textOf(text) || null)

function textKeyOf(description: string): string {
  const folded = description.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return hash('sha256', folded, 'base64url').slice(0, 20)
}

function finestOf(amounts: readonly string[]): PackedStatement['finest'] {
  const finest = { row: 0, decimals: 0 }
  for (const [row, amount] of amounts.entries()) {
    const decimals = /\.(\d*?)0*$/.exec(amount)?.[1]?.length ?? 0
    if (decimals > finest.decimals) Object.assign(finest, { row, decimals })
  }
  return finest
}

function partsOf(rows: readonly PackedRow[]): string[] {
  const parts: string[] = []
  for (let n = 0; n < rows.length; n += partLength) parts.push(JSON.stringify(rows.slice(n, n + partLength)))
  return parts
}

/** All transactions of a statement. Lets other work run between the parts. */
export async function unpackRows({ parts }: Pick<PackedStatement, 'parts'>): Promise<PackedRow[]> {
  const rows: PackedRow[] = []
  for (const part of parts) {
    await new Promise((resolve) => setImmediate(resolve))
    rows.push(...(JSON.parse(part) as PackedRow[]))
  }
  return rows
}
