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
      /** The id of the pending transaction that it replaces. */
      pendingId: string | null
    }
  | { kind: 'removed'; transaction: SampleTransaction }

/**
 * All updates of an item's transactions, in order. The list only grows. Transactions posted before the item
 * was created were never pending in it.
 */
export function updatesOf(item: SandboxItem, now: Date): TransactionUpdate[] {
  const all = accountsOf(item).flatMap(({ transactions }) => transactions)
  const createdAt = new Date(item.createdAt)
  const posted = all
    .filter((transaction) => !isPosted(item, transaction, createdAt) && isPosted(item, transaction, now))
    .toSorted((a, b) => (a.posting?.hours ?? 0) - (b.posting?.hours ?? 0))
  return [
    ...all.map((transaction) => ({
      kind: 'added' as const,
      transaction,
      id: transaction.id,
      isPending: !isPosted(item, transaction, createdAt),
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

/** An opaque cursor: the number of updates already returned. */
export function cursorAt(item: SandboxItem, position: number): string {
  return Buffer.from(`${item.id}.${position}`).toString('base64url')
}

/** The position of a cursor. Without a cursor, or with an empty one, it is the beginning. */
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
