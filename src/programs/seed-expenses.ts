import { randomUUID } from 'node:crypto'
import { createExpense } from '../features/expenses/create-expense.ts'
import type { ExpenseCategory } from '../features/expenses/rules.ts'
import type { Frequency } from '../features/schedules/rules.ts'
import type { Database } from '../platform/db/connect.ts'
import { defaultCurrency } from '../shared/currencies.ts'
import { addDays } from '../shared/dates.ts'

interface Demo {
  businessId: string
  userId: string
  /** The last day of the year that is filled. */
  today: string
}

interface Regular {
  category: ExpenseCategory
  notes: string
  vendor?: string
  amountMinor: number
  frequency: Frequency
  /** How many days ago it started. */
  since: number
}

const regular: Regular[] = [
  {
    category: 'Rent',
    notes: 'Studio rent',
    vendor: 'Mill Lane Properties',
    amountMinor: 145_000,
    frequency: 'monthly',
    since: 330,
  },
  {
    category: 'Utilities',
    notes: 'Power and internet',
    amountMinor: 11_890,
    frequency: 'monthly',
    since: 322,
  },
  {
    category: 'Software',
    notes: 'Design software',
    vendor: 'Layout Tools',
    amountMinor: 5999,
    frequency: 'monthly',
    since: 310,
  },
  { category: 'Software', notes: 'Web hosting', amountMinor: 21_600, frequency: 'yearly', since: 200 },
]

interface Occasional {
  category: ExpenseCategory
  notes: string
  vendor?: string
  /** The first amount, and by how much each one after it is higher. */
  minor: [number, number]
  /** Days between two expenses. */
  every: number
  /** How many days ago the last one was. */
  last: number
}

const occasional: Occasional[] = [
  {
    category: 'Supplies',
    notes: 'Paper and ink',
    vendor: 'The Paper Shop',
    minor: [4250, 315],
    every: 24,
    last: 3,
  },
  {
    category: 'Travel',
    notes: 'Train to a client',
    vendor: 'Coast Rail',
    minor: [3800, 640],
    every: 31,
    last: 6,
  },
  {
    category: 'Marketing',
    notes: 'Advertisement in the local paper',
    vendor: 'The Portland Ledger',
    minor: [18_000, 0],
    every: 61,
    last: 12,
  },
  { category: 'Salaries', notes: 'Help with a large print run', minor: [32_000, 2500], every: 75, last: 20 },
  { category: 'Other', notes: '', minor: [1299, 211], every: 47, last: 9 },
]

/** Fills the demo business with a year of expenses. The same day always gives the same expenses. */
export async function seedExpenses(database: Database, demo: Demo, now: Date): Promise<number> {
  const deps = {
    database,
    now: () => now,
    matchReceipts: async () => undefined,
    matchTransactions: async () => undefined,
  }
  const owner = { ...demo, business: { currency: defaultCurrency } }
  for (const { since, frequency, ...facts } of regular) {
    await createExpense(deps, owner, {
      ...facts,
      date: addDays(demo.today, -since),
      repeat: { frequency, end: { kind: 'never' } },
      requestId: randomUUID(),
    })
  }
  let count = regular.length
  for (const { minor, every, last, ...facts } of occasional) {
    for (let days = last, index = 0; days < 360; days += every, index++, count++) {
      const amountMinor = minor[0] + index * minor[1]
      const date = addDays(demo.today, -days)
      await createExpense(deps, owner, { ...facts, amountMinor, date, repeat: null, requestId: randomUUID() })
    }
  }
  return count
}
