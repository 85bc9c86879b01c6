import { expect } from 'vitest'
import type { Database } from '../../../src/platform/db/connect.ts'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { moneyChanges, moneyTotals } from '../../../src/platform/db/tables/figures.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'

type Kind = (typeof moneyTotals.$inferSelect)['kind']

/** By kind and day or month, such as 'spent 2026-11', without those that are zero. */
export type Sums = Record<string, { minor: number; count: number }>

function createSums() {
  const sums = new Map<string, { minor: number; count: number }>()
  const add = (name: string, minor: number, count: number) => {
    const before = sums.get(name)
    sums.set(name, { minor: (before?.minor ?? 0) + minor, count: (before?.count ?? 0) + count })
  }
  return {
    add,
    addOn(kind: Kind, day: string, minor: number, count = 1) {
      add(`${kind} ${day}`, minor, count)
      add(`${kind} ${day.slice(0, 7)}`, minor, count)
    },
    all: (): Sums => Object.fromEntries([...sums].filter(([, { minor, count }]) => minor || count)),
  }
}

/** Returns the stored sums and the expected ones, computed here from the rows of the same snapshot. */
export async function readMoney(database: Database, businessId: string) {
  return withTenant(database, businessId, async ({ client, db }) => {
    await client.query('set transaction isolation level repeatable read')
    const kept = createSums()
    const totals = await db.select().from(moneyTotals)
    for (const { kind, span, startsOn, minor, count } of totals)
      kept.add(`${kind} ${span === 'day' ? startsOn : startsOn.slice(0, 7)}`, minor, count)
    const changes = await db.select().from(moneyChanges)
    for (const { kind, day, minor, count } of changes) kept.addOn(kind, day, minor, count)

    const real = createSums()
    for (const one of await db.select().from(invoices)) {
      const { dueDate, totalMinor, creditedMinor, receivedMinor, waivedMinor } = one
      if (one.status === 'paid') real.addOn('settled', dueDate, totalMinor)
      else real.addOn('owed', dueDate, Math.max(totalMinor - creditedMinor - receivedMinor - waivedMinor, 0))
    }
    for (const { undoneAt, receivedOn, amountMinor } of await db.select().from(payments))
      if (!undoneAt) real.addOn('received', receivedOn, amountMinor)
    for (const { state, refundedOn, amountMinor } of await db.select().from(refunds))
      if (state !== 'requested' && state !== 'failed') real.addOn('refunded', refundedOn, amountMinor)
    for (const { state, openedOn, amountMinor } of await db.select().from(disputes))
      if (state === 'open' || state === 'lost') real.addOn('refunded', openedOn, amountMinor)
    for (const { date, amountMinor } of await db.select().from(expenses))
      real.addOn('spent', date, amountMinor)
    return { kept: kept.all(), real: real.all(), totals, changes }
  })
}

/** Expects the sums to be correct, and returns them. */
export async function expectRightMoney(database: Database, businessId: string): Promise<Sums> {
  const { kept, real } = await readMoney(database, businessId)
  expect(kept).toEqual(real)
  return kept
}
