import { maxFileTransactions } from '../rules.ts'
import type { BankFile, Choices, Statement } from './bank-file.ts'
import { decodeText } from './decode-text.ts'
import { readCamt } from './formats/read-camt.ts'
import { readMt940 } from './formats/read-mt940.ts'
import { readOfx } from './formats/read-ofx.ts'
import { readQif } from './formats/read-qif.ts'
import { openZip, type ZipEntry } from './open-zip.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { isWorkbook, isZip, recognizeText, refuseBinary } from './recognize-file.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** Reads a bank file of any format, which its content decides. Throws `UnreadableBankFile` if it cannot be read. */
export function readBankFile(
  bytes: Uint8Array,
  fileName: string,
  choices: Choices = {},
  home?: string,
): BankFile {
  const file = isZip(bytes) ? readZip(bytes, choices, home) : readOne(bytes, choices, home)
  const count = file.statements.reduce((sum, { transactions }) => sum + transactions.length, 0)
  if (count > maxFileTransactions)
    throw new UnreadableBankFile(
      `${fileName || 'This file'} has ${count} transactions. A file may have up to ${maxFileTransactions}; please export fewer months at a time.`,
    )
  return { ...file, statements: file.statements.map(withUniqueIds) }
}

function readOne(bytes: Uint8Array, choices: Choices, home?: string): BankFile {
  refuseBinary(bytes)
  const text = decodeText(bytes)
  switch (recognizeText(text)) {
    case 'ofx':
      return readOfx(text, choices)
    case 'qif':
      return readQif(text, choices, home)
    case 'mt940':
      return readMt940(text)
    case 'camt':
      return readCamt(text)
    case 'csv':
      return readCsv(text, choices, home)
  }
}

/** Files that banks add to an archive for people to read. */
const companions = /\.(pdf|txt\.asc|png|jpe?g|html?|md5|sha\d+)$|(^|\/)(readme|liesmich)[^/]*$/i
const clutter = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i

function readZip(bytes: Uint8Array, choices: Choices, home?: string): BankFile {
  const entries = openZip(bytes)
  if (isWorkbook(entries.map(({ name }) => name))) return readXlsx(bytes, choices, home)
  const files = entries.filter(({ name }) => !clutter.test(name) && !companions.test(name))
  if (files.length === 0) throw new UnreadableBankFile('This zip file has no bank file inside.')
  const read = files
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((entry) => {
      const file = readEntry(entry, choices, home)
      return files.length > 1 ? withName(file, entry.name) : file
    })
  return joinFiles(read)
}

function readEntry(entry: ZipEntry, choices: Choices, home?: string): BankFile {
  const inner = entry.read()
  try {
    if (!isZip(inner)) return readOne(inner, choices, home)
    if (isWorkbook(openZip(inner).map(({ name }) => name))) return readXlsx(inner, choices, home)
    throw new UnreadableBankFile('It is another zip file. Please unpack it first.')
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    throw new UnreadableBankFile(`${entry.name.slice(-100)} in the zip file cannot be read. ${error.message}`)
  }
}

/** Says what is from which file. */
function withName(file: BankFile, path: string): BankFile {
  const fileName = path.replace(/^.*\//, '').slice(-100)
  const named = <Part extends object>(part: Part) => ({ ...part, fileName })
  return {
    ...file,
    statements: file.statements.map(named),
    questions: file.questions.map(named),
    ...(file.table && { table: named(file.table) }),
  }
}

function joinFiles(files: BankFile[]): BankFile {
  const [first] = files
  if (!first) throw new UnreadableBankFile('This zip file has no bank file inside.')
  const other = files.find(({ format }) => format !== first.format)
  if (other)
    throw new UnreadableBankFile(
      `This zip file has files of different formats (${first.format} and ${other.format}). Please add them one by one.`,
    )
  const questions = files.flatMap((file) => file.questions)
  return {
    ...first,
    statements: files.flatMap((file) => file.statements),
    // An answer counts for all files, so each thing is asked once.
    questions: questions.filter(
      ({ about }, n) => about === 'balance' || questions.findIndex((one) => one.about === about) === n,
    ),
  }
}

/** An id that occurs more than once in a statement identifies nothing. */
function withUniqueIds(statement: Statement): Statement {
  const counts = new Map<string, number>()
  for (const { bankId } of statement.transactions)
    if (bankId !== null) counts.set(bankId, (counts.get(bankId) ?? 0) + 1)
  const transactions = statement.transactions.map((transaction) =>
    (counts.get(transaction.bankId ?? '') ?? 0) > 1 ? { ...transaction, bankId: null } : transaction,
  )
  return { ...statement, transactions }
}
