import type { AccountFacts, AccountKind } from '../../../platform/banks/bank-provider.ts'
import { textOf } from '../sync/transaction-row.ts'

/** Returns an account's name, type and kind as columns of its row. */
export function describeAccount({ name, type, kind, subtype }: AccountFacts): {
  name: string
  type: string
  kind: AccountKind
  subtype: string | null
} {
  return {
    name: textOf(name),
    type: textOf(type) || 'other',
    kind,
    subtype: subtype === null ? null : textOf(subtype) || null,
  }
}
