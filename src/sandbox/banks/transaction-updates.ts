import { accountsOf, isPosted } from './accounts.ts'
import { BankRefusal } from './bank-refusal.ts'
import type { SandboxItem } from './item-store.ts'
import type { SampleTransaction } from './sample-transactions.ts'

export type TransactionUpdate =
  | { kind: 'added'; transaction: SampleTransaction; isPending: boolean }
  | { kind: 'removed'; transaction: SampleTransaction }

/** All that an item ever told of its transactions, in the order in which it did. It only ever grows. */
export function updatesOf(item: SandboxItem, now: Date): TransactionUpdate[] {
  const all = accountsOf(item).flatMap(({ transactions }) => transactions)
  const posted = all
    .filter((transaction) => transaction.posting !== null && isPosted(item, transaction, now))
    .toSorted((a, b) => (a.posting?.hours ?? 0) - (b.posting?.hours ?? 0))
  return [
    ...all.map((transaction) => ({
      kind: 'added' as const,
      transaction,
      isPending: transaction.posting !== null,
    })),
    ...posted.flatMap((transaction) => [
      { kind: 'removed' as const, transaction },
      { kind: 'added' as const, transaction, isPending: false },
    ]),
  ]
}

/** How many updates have been told. Whoever holds it need not know. */
export function cursorAt(item: SandboxItem, position: number): string {
  return Buffer.from(`${item.id}.${position}`).toString('base64url')
}

/** None, or an empty one, is the beginning. */
export function positionOf(item: SandboxItem, cursor: string | undefined, length: number): number {
  if (!cursor) return 0
  const [id, digits = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const position = Number(digits)
  const isOurs = id === item.id && cursorAt(item, position) === cursor
  if (!isOurs || !Number.isInteger(position) || position < 0 || position > length) {
    throw new BankRefusal('INVALID_FIELD', 'cursor not associated with access_token')
  }
  return position
}
