import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BankFile } from '../features/bank-files/reading/bank-file.ts'
import { readBankFile } from '../features/bank-files/reading/read-bank-file.ts'
import { UnreadableBankFile } from '../features/bank-files/reading/unreadable-bank-file.ts'
import { bankFileTooLargeText, maxBankFileBytes } from '../features/bank-files/rules.ts'

/** `npm run read-bank-file -- FILE` prints what it reads as JSON. It exits with 2 if the file is refused. */
const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('Name the file to read: npm run read-bank-file -- statement.csv')
  process.exitCode = 1
} else await print(path)

async function print(file: string): Promise<void> {
  try {
    const bytes = await readFile(file)
    if (bytes.length > maxBankFileBytes) throw new UnreadableBankFile(bankFileTooLargeText)
    console.log(JSON.stringify({ ...toJson(readBankFile(bytes, basename(file))), problem: null }, null, 2))
  } catch (error) {
    process.exitCode = 2
    const problem = sentenceOf(error, file)
    console.log(JSON.stringify({ format: null, statements: [], questions: [], problem }, null, 2))
  }
}

function sentenceOf(error: unknown, file: string): string {
  if (error instanceof UnreadableBankFile) return error.message
  if (error instanceof Error && 'syscall' in error) return `The file ${file} cannot be opened.`
  // A bug in the reader.
  console.error(error)
  return 'This file cannot be read.'
}

function toJson({ format, statements, questions }: BankFile) {
  return {
    format,
    statements: statements.map(({ account, currency, openingBalance, closingBalance, transactions }) => ({
      account,
      currency,
      openingBalance,
      closingBalance,
      transactions,
    })),
    questions: questions.map(({ about, readings }) => ({
      about,
      readings: readings.map(({ text }) => text),
    })),
  }
}
