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
 * The connection that a new access is another one to: the one that it was asked for, or one with the same accounts. At
 * the demo bank, where a business has one of each, the same bank is enough. One that is in use comes first.
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

/** By what people see of it: an aggregator's own names change from one access to the next. */
function sharesAccount(stored: readonly AccountRow[], told: readonly AccountFacts[]): boolean {
  return told.some(({ name, mask }) => stored.some((one) => one.name === name && one.last4 === mask))
}
