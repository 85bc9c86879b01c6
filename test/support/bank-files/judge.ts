import type { BankFile } from '../../../src/features/bank-files/reading/bank-file.ts'
import { compareDecimals, sumDecimals } from '../../../src/features/bank-files/reading/decimal-rules.ts'
import { readBankFile } from '../../../src/features/bank-files/reading/read-bank-file.ts'
import { UnreadableBankFile } from '../../../src/features/bank-files/reading/unreadable-bank-file.ts'
import type { BankFileCase, StatementTruth } from './bank-file-case.ts'

export interface Verdict {
  result: 'right' | 'asked' | 'refused rightly' | 'WRONG'
  /** What was read, or the sentence of the refusal. */
  file: BankFile | null
  /** What is wrong. */
  why: string[]
}

/** Reads a file and compares the result with the truth. */
export function judge({ name, bytes, truth }: BankFileCase): Verdict {
  let file: BankFile
  try {
    file = readBankFile(bytes, name)
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    return 'refused' in truth && truth.refused.test(error.message)
      ? { result: 'refused rightly', file: null, why: [] }
      : { result: 'WRONG', file: null, why: [error.message] }
  }
  if ('refused' in truth) return { result: 'WRONG', file, why: ['It was read, and has to be refused.'] }
  const asked = file.questions.map(({ about }) => about).join(', ')
  const expected = (truth.asks ?? []).join(', ')
  if (asked !== expected)
    return { result: 'WRONG', file, why: [`asks ${asked || 'nothing'} instead of ${expected || 'nothing'}`] }
  const why = differences(file, truth.statements)
  if (why.length === 0) return { result: asked === '' ? 'right' : 'asked', file, why }
  // The owner can choose any of the readings.
  const isOffered = file.questions
    .flatMap(({ readings }) => readings)
    .some(({ choices }) => differences(readBankFile(bytes, name, choices), truth.statements).length === 0)
  return isOffered ? { result: 'asked', file, why: [] } : { result: 'WRONG', file, why }
}

function differences(file: BankFile, truth: StatementTruth[]): string[] {
  if (file.statements.length !== truth.length)
    return [`${file.statements.length} statements instead of ${truth.length}`]
  return file.statements.flatMap((statement, n) => {
    const expected = truth[n]
    const dates = statement.transactions.map(({ date }) => date).toSorted()
    const pairs: [string, string | null, string | null][] = [
      ['account', statement.account, expected?.account === undefined ? statement.account : expected.account],
      ['currency', statement.currency, expected?.currency ?? null],
      ['count', String(dates.length), String(expected?.count)],
      ['first date', dates[0] ?? null, expected?.firstDate ?? null],
      ['last date', dates.at(-1) ?? null, expected?.lastDate ?? null],
    ]
    const amounts: [string, string | null, string | null][] = [
      ['sum', sumDecimals(statement.transactions.map(({ amount }) => amount)), expected?.sum ?? null],
      ['opening balance', statement.openingBalance, expected?.opening ?? null],
      ['closing balance', statement.closingBalance, expected?.closing ?? null],
    ]
    return [
      ...pairs.filter(([, found, right]) => found !== right),
      ...amounts.filter(([, found, right]) =>
        found === null || right === null ? found !== right : compareDecimals(found, right) !== 0,
      ),
    ].map(([what, found, right]) => `${what} is ${found ?? 'not found'} instead of ${right ?? 'none'}`)
  })
}
