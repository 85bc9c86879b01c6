import type { AccountFacts } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { BankSource } from '../bank-sources.ts'
import {
  type AccountRow,
  type ConnectionRow,
  listAccountRows,
  listConnections,
} from '../connection-queries.ts'
import type { NewItem } from './read-new-item.ts'

/**
 * Finds the connection that a new item belongs to: the disconnected one that the owner is reconnecting, or
 * one with the same accounts. At the demo bank a business has one connection for each bank, so the same bank
 * is enough. A connection that is in use comes first.
 */
export async function findDuplicate(
  tx: Transaction,
  { source, item, connectionId }: { source: BankSource; item: NewItem; connectionId: string | null },
): Promise<ConnectionRow | undefined> {
  const sameBank = (await listConnections(tx)).filter((row) => row.institutionId === item.institutionId)
  const duplicates: ConnectionRow[] = []
  for (const row of sameBank) {
    const isDuplicate = source === 'demo' || sharesAccount(await listAccountRows(tx, row.id), item.accounts)
    if (isDuplicate || (row.id === connectionId && row.state === 'disconnected')) duplicates.push(row)
  }
  return (
    duplicates.find(({ state }) => state !== 'disconnected') ??
    duplicates.find(({ id }) => id === connectionId) ??
    duplicates[0]
  )
}

/** Compares name and last digits, because an aggregator's account ids change with each item. */
function sharesAccount(stored: readonly AccountRow[], reported: readonly AccountFacts[]): boolean {
  return reported.some(({ name, mask }) => stored.some((row) => row.name === name && row.last4 === mask))
}
