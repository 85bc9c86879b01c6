import { randomUUID } from 'node:crypto'
import { merchantKey } from '../../../src/features/banking/sync/merchant-rules.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { bankAccounts, bankConnections } from '../../../src/platform/db/tables/banking.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'

type Overrides = Partial<typeof transactions.$inferInsert>

const made = new Date('2026-11-01T12:00:00Z')

/** Puts transactions straight into the table, and says their ids. */
export async function addTransactionRows(
  database: Database,
  businessId: string,
  rows: readonly Overrides[],
): Promise<string[]> {
  const whole = rows.map((overrides) => {
    const { description = 'Corner Shop', merchant = null } = overrides
    return {
      date: '2026-11-01',
      amountCents: 1250,
      isIncome: false,
      status: 'posted' as const,
      merchantKey: merchantKey({ merchant, description }),
      createdAt: made,
      updatedAt: made,
      ...overrides,
      id: overrides.id ?? randomUUID(),
      description,
      merchant,
      businessId,
    }
  })
  await withTenant(database, businessId, async ({ db }) => {
    for (let start = 0; start < whole.length; start += 1000)
      await db.insert(transactions).values(whole.slice(start, start + 1000))
  })
  return whole.map(({ id }) => id)
}

/** A connection with one account; says the account's id. */
export async function addAccountRow(
  database: Database,
  businessId: string,
  { institutionName = 'Chase', type = 'checking', removedAt = null as Date | null } = {},
): Promise<string> {
  const [connectionId, id] = [randomUUID(), randomUUID()]
  const times = { createdAt: made, updatedAt: made }
  await withTenant(database, businessId, async ({ db }) => {
    await db.insert(bankConnections).values({
      businessId,
      id: connectionId,
      createdBy: randomUUID(),
      source: 'demo',
      environment: 'demo',
      institutionId: 'ins_1',
      institutionName,
      removedAt,
      ...times,
    })
    await db.insert(bankAccounts).values({
      businessId,
      id,
      connectionId,
      providerId: id,
      name: 'Everyday',
      type,
      last4: '1234',
      ...times,
    })
  })
  return id
}
