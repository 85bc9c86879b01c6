import { last4Of } from '../../banking/bank-secrets.ts'
import type { PackedStatement } from '../reading/pack-bank-file.ts'
import type { TargetAccount } from './account-queries.ts'

/** The number of an account, unless the file gives it a name only. */
export function numberOf({ account }: Pick<PackedStatement, 'account'>): string | null {
  return account !== null && account.replaceAll(/\D/g, '').length >= 4 ? account : null
}

/** The account with the number that the file names, or the one that the last file of this form went to. */
export function suggestAccount(
  statement: PackedStatement,
  accounts: readonly TargetAccount[],
  rememberedId: string | null,
): TargetAccount | null {
  const last4 = last4Of(numberOf(statement))
  const { currency } = statement
  const possible = accounts.filter((account) => currency === null || account.currency === currency)
  const sameNumber = last4 === null ? [] : possible.filter((account) => account.last4 === last4)
  if (sameNumber.length === 1) return sameNumber[0] ?? null
  const remembered = possible.find(({ id }) => id === rememberedId)
  const isOther = last4 !== null && remembered?.last4 != null && remembered.last4 !== last4
  return remembered && !isOther ? remembered : null
}
