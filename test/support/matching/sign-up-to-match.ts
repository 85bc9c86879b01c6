import { randomUUID } from 'node:crypto'
import { listMatches } from '../../../src/features/matching/contract.ts'
import { matchTransactions } from '../../../src/features/matching/match-transactions.ts'
import { clients } from '../../../src/platform/db/tables/clients.ts'
import type { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { addInvoiceRow } from '../fixtures/invoice-rows.ts'
import { signUpToFile } from '../fixtures/receipt-rows.ts'
import type { TestApp } from '../test-app.ts'

/** Creates an account, with functions for what the tests of matching do as its owner. */
export async function signUpToMatch(app: TestApp) {
  const owner = await signUpToFile(app)
  const { businessId, ask } = owner
  const list = async (state: 'suggested' | 'accepted') =>
    (await ask(listMatches, { query: { state } })).matches
  return {
    ...owner,
    addClient: async (companyName: string) => {
      const id = randomUUID()
      await withTenant(app.database, businessId, ({ db }) =>
        db
          .insert(clients)
          .values({ businessId, id, createdBy: randomUUID(), companyName, email: `${id}@example.com` }),
      )
      return id
    },
    addInvoice: (number: string, totalMinor: number, overrides: Partial<typeof invoices.$inferInsert> = {}) =>
      addInvoiceRow(app.database, businessId, {
        number,
        totalMinor,
        subtotalMinor: totalMinor,
        ...overrides,
      }),
    /** Money that came in on November 20. */
    addIncome: async (description: string, amountMinor: number, overrides: object = {}) => {
      const [id = ''] = await owner.addTransactions([
        { description, amountMinor, isIncome: true, date: '2026-11-20', ...overrides },
      ])
      return id
    },
    match: () => matchTransactions(app.deps, businessId),
    suggested: () => list('suggested'),
    accepted: () => list('accepted'),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      owner.tenant(async ({ client }) => (await client.query<Row>(text, values)).rows),
  }
}
export type Matcher = Awaited<ReturnType<typeof signUpToMatch>>
