import { expect } from 'vitest'
import type { Database } from '../../../src/platform/db/connect.ts'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { moneyChanges, moneyTotals } from '../../../src/platform/db/tables/figures.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'

type Kind = (typeof moneyTotals.$inferSelect)['kind']

/** By kind and day or month, such as 'spent 2026-11', without those that are zero. */
export type Sums = Record<string, { cents: number; count: number }>

function createSums() {
  const sums = new Map<string, { cents: number; count: number }>()
  const add = (name: string, cents: number, count: number) => {
    const before = sums.get(name)
    sums.set(name, { cents: (before?.cents ?? 0) + cents, count: (before?.count ?? 0) + count })
  }
  return {
    add,
    addOn(kind: Kind, day: string, cents: number, count = 1) {
      add(`${kind} ${day}`, cents, count)
      add(`${kind} ${day.slice(0, 7)}`, cents, count)
    },
    all: (): Sums => Object.fromEntries([...sums].filter(([, { cents, count }]) => cents || count)),
  }
}

/** Returns the stored sums and the expected ones, computed here from the rows of the same snapshot. */
export async function readMoney(database: Database, businessId: string) {
  return withTenant(database, businessId, async ({ client, db }) => {
    await client.query('set transaction isolation level repeatable read')
    const kept = createSums()
    const totals = await db.select().from(moneyTotals)
    for (const { kind, span, startsOn, cents, count } of totals)
      kept.add(`${kind} ${span === 'day' ? startsOn : startsOn.slice(0, 7)}`, cents, count)
    const changes = await db.select().from(moneyChanges)
    for (const { kind, day, cents, count } of changes) kept.addOn(kind, day, cents, count)

    const real = createSums()
    for (const one of await db.select().from(invoices)) {
      const { dueDate, totalCents, creditedCents, receivedCents, waivedCents } = one
      if (one.status === 'paid') real.addOn('settled', dueDate, totalCents)
      else real.addOn('owed', dueDate, Math.max(totalCents - creditedCents - receivedCents - waivedCents, 0))
    }
    for (const { undoneAt, receivedOn, amountCents } of await db.select().from(payments))
      if (!undoneAt) real.addOn('received', receivedOn, amountCents)
    for (const { state, refundedOn, amountCents } of await db.select().from(refunds))
      if (state !== 'requested' && state !== 'failed') real.addOn('refunded', refundedOn, amountCents)
    for (const { state, openedOn, amountCents } of await db.select().from(disputes))
      if (state === 'open' || state === 'lost') real.addOn('refunded', openedOn, amountCents)
    for (const { date, amountCents } of await db.select().from(expenses))
      real.addOn('spent', date, amountCents)
    return { kept: kept.all(), real: real.all(), totals, changes }
  })
}

/** Expects the sums to be correct, and returns them. */
export async function expectRightMoney(database: Database, businessId: string): Promise<Sums> {
  const { kept, real } = await readMoney(database, businessId)
  expect(kept).toEqual(real)
  return kept
}
