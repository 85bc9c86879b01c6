import type { Question, Statement } from './bank-file.ts'
import { addDecimals, compareDecimals, sumDecimals } from './decimal-rules.ts'

const sampleSize = 5

/** Compares the balances of each statement with its transactions, and asks where they do not agree. */
export function checkBalances(statements: Omit<Statement, 'reconciles'>[]): {
  statements: Statement[]
  questions: Question[]
} {
  const checked = statements.map((statement) => ({ ...statement, reconciles: reconciles(statement) }))
  const questions = checked
    .filter((statement) => statement.reconciles === false)
    .map((statement) => balanceQuestion(statement))
  return { statements: checked, questions }
}

export function reconciles({
  openingBalance,
  closingBalance,
  transactions,
}: Pick<Statement, 'openingBalance' | 'closingBalance' | 'transactions'>): boolean | null {
  if (openingBalance === null || closingBalance === null) return null
  const sum = sumDecimals(transactions.map(({ amount }) => amount))
  return compareDecimals(addDecimals(openingBalance, sum), closingBalance) === 0
}

function balanceQuestion({
  account,
  currency,
  openingBalance,
  closingBalance,
  transactions,
}: Statement): Question {
  const sum = sumDecimals(transactions.map(({ amount }) => amount))
  const money = (amount: string) => (currency === null ? amount : `${amount} ${currency}`)
  const whose = account === null ? '' : ` of ${account}`
  const result = addDecimals(openingBalance ?? '0', sum)
  const text =
    `The file says that the balance${whose} went from ${money(openingBalance ?? '0')} to ${money(closingBalance ?? '0')}. ` +
    `Its transactions add up to ${money(sum)}, so the balance would be ${money(result)}.`
  return { about: 'balance', readings: [{ text, choices: {}, sample: transactions.slice(0, sampleSize) }] }
}
