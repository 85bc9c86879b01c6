import { asc } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { createExpense, getRecurringExpense } from '../../../src/features/expenses/contract.ts'
import type { Expense, RecurringExpense } from '../../../src/features/expenses/contract.ts'
import {
  expenses,
  recurringExpensePeriods,
  recurringExpenses,
} from '../../../src/platform/db/tables/expenses.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

export type ExpenseBody = RequestOf<typeof createExpense>['body']

/** One of twelve dollars, as the form sends it; `overrides` replace whole fields. */
export function expenseInput(overrides: Partial<ExpenseBody> = {}): ExpenseBody {
  return {
    amountCents: 1200,
    category: 'Supplies',
    date: '2026-11-15',
    notes: 'Paper',
    requestId: randomUUID(),
    ...overrides,
  }
}

export const monthly = { frequency: 'monthly', end: { kind: 'never' } } as const

interface StoredExpense {
  date: string
  amountCents?: number
  category?: string
  notes?: string
  createdAt?: string
}

/** A new account, with what the tests of expenses do as its owner. */
export async function signUpToSpend(app: TestApp, timeZone = 'UTC') {
  const { cookie, session } = await app.signUpAndIn({ timeZone })
  const businessId = session.business.id
  const make = async (overrides: Partial<ExpenseBody> = {}): Promise<Expense> =>
    answerOf(createExpense, await app.send(createExpense, { body: expenseInput(overrides) }, { cookie }))
  const recurring = async (id: string): Promise<RecurringExpense> =>
    answerOf(getRecurringExpense, await app.send(getRecurringExpense, { params: { id } }, { cookie }))
  const tenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(app.database, businessId, work)
  return {
    cookie,
    businessId,
    make,
    recurring,
    makeRecurring: async (overrides: Partial<ExpenseBody> = {}): Promise<RecurringExpense> => {
      const { seriesId } = await make({ repeat: monthly, ...overrides })
      return recurring(seriesId!)
    },
    /** By their dates. */
    expenses: () =>
      tenant(({ db }) => db.select().from(expenses).orderBy(asc(expenses.date), asc(expenses.id))),
    series: () => tenant(({ db }) => db.select().from(recurringExpenses)),
    periods: () =>
      tenant(({ db }) =>
        db
          .select()
          .from(recurringExpensePeriods)
          .orderBy(recurringExpensePeriods.seriesId, recurringExpensePeriods.period),
      ),
    /** Straight into the table, where a test wants more of them than it has time to make. */
    async store(stored: StoredExpense[]): Promise<string[]> {
      const ids = stored.map(() => randomUUID())
      await tenant(({ client }) =>
        client.query(
          `insert into expenses (business_id, id, created_by, amount_cents, category, date, notes, created_at, updated_at)
           select $1, id, $1, cents, category, date, notes, at, at
           from unnest($2::uuid[], $3::date[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[])
             as given (id, date, cents, category, notes, at)`,
          [
            businessId,
            ids,
            stored.map(({ date }) => date),
            stored.map(({ amountCents }) => amountCents ?? 100),
            stored.map(({ category }) => category ?? 'Other'),
            stored.map(({ notes }) => notes ?? ''),
            stored.map(({ createdAt }) => createdAt ?? '2026-11-01T00:00:00Z'),
          ],
        ),
      )
      return ids
    },
  }
}
export type Spender = Awaited<ReturnType<typeof signUpToSpend>>
