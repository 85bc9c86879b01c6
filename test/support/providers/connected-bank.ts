import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { BankingDeps } from '../../../src/features/banking/banking-deps.ts'
import { connectDemoBank } from '../../../src/features/banking/link/connect-demo-bank.ts'
import type { DemoInstitution } from '../../../src/features/banking/rules.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { bankAccounts, bankConnections } from '../../../src/platform/db/tables/banking.ts'
import { transactions } from '../../../src/platform/db/tables/transactions.ts'
import { type Transaction, withTenant } from '../../../src/platform/db/transaction.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { addBusiness } from '../fixtures/invoice-rows.ts'

/** Adds the owner of a new business, as use cases see them. The owner cannot sign in. */
export async function addOwner(database: Database): Promise<Identity> {
  const businessId = await addBusiness(database)
  return {
    userId: randomUUID(),
    sessionId: randomUUID(),
    name: 'Test Owner',
    email: 'owner@example.com',
    emailVerified: true,
    role: 'user',
    mustChangePassword: false,
    isConfirmed: true,
    memberRole: 'owner',
    owner: { name: 'Test Owner', email: 'owner@example.com' },
    businessId,
    business: { name: 'Studio', timeZone: 'UTC', currency: 'USD', locale: 'en-US', deleteAfter: null },
  }
}

/** Adds a bank that was just connected and not synced yet. */
export async function connectBank(
  deps: BankingDeps,
  identity: Identity,
  institution: DemoInstitution = 'chase',
) {
  const { businessId } = identity
  const { id } = await connectDemoBank(deps, identity, { institution, requestId: randomUUID() })
  const tenant = <T>(work: (tx: Transaction) => Promise<T>) => withTenant(deps.database, businessId, work)
  return {
    ref: { businessId, connectionId: id },
    tenant,
    async row() {
      const [row] = await tenant(({ db }) =>
        db.select().from(bankConnections).where(eq(bankConnections.id, id)),
      )
      if (!row) throw new Error('the connection is gone')
      return row
    },
    accounts: () => tenant(({ db }) => db.select().from(bankAccounts).orderBy(bankAccounts.providerId)),
    transactions: () => tenant(({ db }) => db.select().from(transactions).orderBy(transactions.providerId)),
    change: (changes: Partial<typeof bankConnections.$inferInsert>) =>
      tenant(({ db }) => db.update(bankConnections).set(changes).where(eq(bankConnections.id, id))),
  }
}
