import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { AccountFacts } from '../../../platform/banks/bank-provider.ts'
import { bankAccounts } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { sealNumbers } from '../bank-secrets.ts'
import { type AccountRow, type ConnectionRow, listAccountRows } from '../connection-queries.ts'
import { type NewItem, describeAccount, numbersOf } from './item-facts.ts'
import { takeOverFileAccount } from './take-over-file-account.ts'

/**
 * Stores a new item's accounts. Matching rows take the new ids; those no longer shared are closed. The caller holds the
 * lock on banks.
 */
export async function storeAccounts(
  tx: Transaction,
  { secrets, now }: Deps<'now' | 'secrets'>,
  connection: ConnectionRow,
  { accounts, numbers }: Pick<NewItem, 'accounts' | 'numbers'>,
): Promise<void> {
  const { businessId, id: connectionId } = connection
  const at = now()
  const stored = await listAccountRows(tx, connectionId)
  const matches = matchAccounts(stored, accounts)
  for (const facts of accounts) {
    const match =
      matches.get(facts) ?? (await takeOverFileAccount(tx, connection, facts, { accounts, numbers }))
    const key = { businessId, id: match?.id ?? randomUUID() }
    const reportedNumbers = numbersOf(facts, numbers)
    const columns = {
      providerId: facts.providerId,
      ...describeAccount(facts),
      balanceMinor: facts.balanceMinor,
      ...(await sealNumbers(tx, secrets, key, facts, reportedNumbers)),
      closedAt: null,
      updatedAt: at,
    }
    if (match) await change(tx, key, columns)
    else await tx.db.insert(bankAccounts).values({ ...key, connectionId, ...columns, createdAt: at })
  }
  const kept = new Set([...matches.values()].map(({ id }) => id))
  for (const row of stored) {
    if (!kept.has(row.id) && !row.closedAt) await change(tx, row, { closedAt: at, updatedAt: at })
  }
}

async function change(
  { db }: Transaction,
  { businessId, id }: Pick<AccountRow, 'businessId' | 'id'>,
  columns: Partial<typeof bankAccounts.$inferInsert>,
): Promise<void> {
  await db
    .update(bankAccounts)
    .set(columns)
    .where(and(eq(bankAccounts.businessId, businessId), eq(bankAccounts.id, id)))
}

/** Matches reported accounts with stored ones, each at most once: by type and last digits, then by name. */
function matchAccounts(
  stored: readonly AccountRow[],
  reported: readonly AccountFacts[],
): Map<AccountFacts, AccountRow> {
  const matches = new Map<AccountFacts, AccountRow>()
  const free = new Set(stored)
  const matchBy = (isSame: (row: AccountRow, facts: AccountFacts) => boolean) => {
    for (const facts of reported) {
      const row = matches.has(facts) ? undefined : [...free].find((candidate) => isSame(candidate, facts))
      if (!row) continue
      matches.set(facts, row)
      free.delete(row)
    }
  }
  matchBy((row, facts) => row.last4 !== null && row.last4 === facts.mask && row.type === facts.type)
  matchBy((row, facts) => row.name === facts.name && row.type === facts.type)
  matchBy((row, facts) => row.name === facts.name)
  return matches
}
