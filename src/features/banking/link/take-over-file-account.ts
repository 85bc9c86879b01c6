import { and, eq, isNull } from 'drizzle-orm'
import { bankAccounts, bankConnections } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { last4Of } from '../bank-secrets.ts'
import { type ConnectionRow, listAccountRows } from '../connection-queries.ts'
import { type KeptAccount, type NewItem, numbersOf } from './item-facts.ts'

/**
 * Moves an account that came from bank files to the connection, if it is the reported one. Its transactions stay. Returns
 * undefined unless exactly one account has the same last digits, kind and currency. The caller holds the lock on banks.
 */
export async function takeOverFileAccount(
  tx: Transaction,
  { businessId, id: connectionId }: ConnectionRow,
  facts: KeptAccount,
  { accounts, numbers }: Pick<NewItem, 'accounts' | 'numbers'>,
): Promise<{ id: string } | undefined> {
  const digitsOf = (one: KeptAccount) => last4Of(numbersOf(one, numbers)?.accountNumber || one.mask)
  const last4 = digitsOf(facts)
  const isSame = (one: KeptAccount) =>
    digitsOf(one) === last4 && one.kind === facts.kind && one.currency === facts.currency
  if (last4 === null || accounts.filter(isSame).length > 1) return undefined
  const found = await tx.db
    .select({ id: bankAccounts.id, fileConnectionId: bankAccounts.connectionId })
    .from(bankAccounts)
    .innerJoin(
      bankConnections,
      and(
        eq(bankConnections.businessId, bankAccounts.businessId),
        eq(bankConnections.id, bankAccounts.connectionId),
      ),
    )
    .where(
      and(
        eq(bankConnections.source, 'file'),
        isNull(bankConnections.removedAt),
        eq(bankAccounts.businessId, businessId),
        eq(bankAccounts.last4, last4),
        eq(bankAccounts.kind, facts.kind),
        eq(bankAccounts.currency, facts.currency),
      ),
    )
    .for('update')
  const [account] = found
  if (!account || found.length > 1) return undefined
  const { id, fileConnectionId } = account
  await tx.db
    .update(bankAccounts)
    .set({ connectionId, providerId: facts.providerId })
    .where(and(eq(bankAccounts.businessId, businessId), eq(bankAccounts.id, id)))
  if ((await listAccountRows(tx, fileConnectionId)).length === 0)
    await tx.db
      .delete(bankConnections)
      .where(and(eq(bankConnections.businessId, businessId), eq(bankConnections.id, fileConnectionId)))
  return { id }
}
