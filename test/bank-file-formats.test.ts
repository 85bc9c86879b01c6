import { expect, test } from 'vitest'
import type { BankFile } from '../src/features/bank-files/reading/bank-file.ts'
import { compareDecimals, sumDecimals } from '../src/features/bank-files/reading/decimal-rules.ts'
import { readBankFile } from '../src/features/bank-files/reading/read-bank-file.ts'
import { UnreadableBankFile } from '../src/features/bank-files/reading/unreadable-bank-file.ts'
import type { StatementTruth } from './support/bank-files/bank-file-case.ts'
import { formatFiles } from './support/bank-files/formats/format-files.ts'

const equal = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : compareDecimals(a, b) === 0

/** What the file says, in the form of the truth; amounts that are equal are written as in the truth. */
function found(file: BankFile, truth: StatementTruth[]): StatementTruth[] {
  return file.statements.map(({ account, currency, openingBalance, closingBalance, transactions }, n) => {
    const expected = truth[n]
    const dates = transactions.map(({ date }) => date).toSorted()
    const sum = sumDecimals(transactions.map(({ amount }) => amount))
    return {
      ...(expected?.account === undefined ? {} : { account }),
      currency,
      count: transactions.length,
      sum: expected && equal(sum, expected.sum) ? expected.sum : sum,
      firstDate: dates[0] ?? null,
      lastDate: dates.at(-1) ?? null,
      opening: expected && equal(openingBalance, expected.opening) ? expected.opening : openingBalance,
      closing: expected && equal(closingBalance, expected.closing) ? expected.closing : closingBalance,
    }
  })
}

test.each(formatFiles)('$name', ({ name, bytes, truth }) => {
  if ('refused' in truth) {
    expect(() => readBankFile(bytes, name)).toThrow(UnreadableBankFile)
    expect(() => readBankFile(bytes, name)).toThrow(truth.refused)
    return
  }
  const file = readBankFile(bytes, name)
  expect(found(file, truth.statements)).toEqual(truth.statements)
  expect(file.questions.map(({ about }) => about)).toEqual(truth.asks ?? [])
})

test('there are enough of them', () => {
  expect(formatFiles.filter(({ truth }) => 'statements' in truth).length).toBeGreaterThanOrEqual(45)
  expect(new Set(formatFiles.map(({ name }) => name)).size).toBe(formatFiles.length)
})
