import { accountsOf, isPosted } from './accounts.ts'
import { BankRefusal } from './bank-refusal.ts'
import type { SandboxItem } from './item-store.ts'
import type { SampleTransaction } from './sample-transactions.ts'

export type TransactionUpdate =
  | {
      kind: 'added'
      transaction: SampleTransaction
      id: string
      isPending: boolean
      /** Of the pending one that it takes the place of. */
      pendingId: string | null
    }
  | { kind: 'removed'; transaction: SampleTransaction }

/**
 * All that an item ever told of its transactions, in the order in which it did. It only ever grows. What was posted
 * before the item was made was never pending in it.
 */
export function updatesOf(item: SandboxItem, now: Date): TransactionUpdate[] {
  const all = accountsOf(item).flatMap(({ transactions }) => transactions)
  const begin = new Date(item.createdAt)
  const posted = all
    .filter((transaction) => !isPosted(item, transaction, begin) && isPosted(item, transaction, now))
    .toSorted((a, b) => (a.posting?.hours ?? 0) - (b.posting?.hours ?? 0))
  return [
    ...all.map((transaction) => ({
      kind: 'added' as const,
      transaction,
      id: transaction.id,
      isPending: !isPosted(item, transaction, begin),
      pendingId: null,
    })),
    ...posted.flatMap((transaction) => [
      { kind: 'removed' as const, transaction },
      {
        kind: 'added' as const,
        transaction,
        id: transaction.posting?.id ?? transaction.id,
        isPending: false,
        pendingId: transaction.id,
      },
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
