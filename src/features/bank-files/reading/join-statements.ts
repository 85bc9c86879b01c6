import type { Statement } from './bank-file.ts'
import { compareDecimals } from './decimal-rules.ts'

/**
 * Joins statements of one account that follow each other: each opens with the balance that the one before closed with. A
 * year of daily statements becomes one.
 */
export function joinStatements(statements: readonly Statement[]): Statement[] {
  const joined: Statement[] = []
  for (const statement of statements) {
    const at = joined.findLastIndex((earlier) => isSameAccount(earlier, statement))
    const earlier = joined[at]
    if (earlier && follows(earlier, statement)) joined[at] = join(earlier, statement)
    else joined.push(statement)
  }
  return joined
}

function isSameAccount(one: Statement, other: Statement): boolean {
  return (
    one.account !== null &&
    one.account === other.account &&
    one.currency === other.currency &&
    one.kind === other.kind
  )
}

function follows({ closingBalance }: Statement, { openingBalance }: Statement): boolean {
  return (
    closingBalance !== null &&
    openingBalance !== null &&
    compareDecimals(closingBalance, openingBalance) === 0
  )
}

function join(earlier: Statement, later: Statement): Statement {
  return {
    ...earlier,
    fileName: earlier.fileName === later.fileName ? earlier.fileName : undefined,
    closingBalance: later.closingBalance,
    closingDate: later.closingDate ?? earlier.closingDate,
    reconciles:
      earlier.reconciles === null || later.reconciles === null
        ? null
        : earlier.reconciles && later.reconciles,
    transactions: [...earlier.transactions, ...later.transactions],
  }
}
