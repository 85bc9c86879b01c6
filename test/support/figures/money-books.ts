import { expect } from 'vitest'
import { splitParts } from '../../../src/features/invoices/parts/part-rules.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { moneyChanges, moneyTotals } from '../../../src/platform/db/tables/figures.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'

type Kind = (typeof moneyTotals.$inferSelect)['kind']

/**
 * By kind and day or month, such as 'spent 2026-11', and the currency if it is another than US dollars, which is the home
 * currency here. Without those that are zero.
 */
export type Sums = Record<string, { minor: number; count: number }>

interface Money {
  currency: string
  minor: number
  count?: number
}

const home = 'USD'
const nameOf = (kind: Kind, span: string, currency: string) =>
  `${kind} ${span}${currency === home ? '' : ` ${currency}`}`

function createSums() {
  const sums = new Map<string, { minor: number; count: number }>()
  const add = (name: string, minor: number, count: number) => {
    const before = sums.get(name)
    sums.set(name, { minor: (before?.minor ?? 0) + minor, count: (before?.count ?? 0) + count })
  }
  return {
    add,
    addOn(kind: Kind, day: string, { currency, minor, count = 1 }: Money) {
      add(nameOf(kind, day, currency), minor, count)
      add(nameOf(kind, day.slice(0, 7), currency), minor, count)
    },
    all: (): Sums => Object.fromEntries([...sums].filter(([, { minor, count }]) => minor || count)),
  }
}

interface Spent {
  currency: string
  amountMinor: number
  homeMinor: number | null
}
interface Moved extends Spent {
  gainMinor: number | null
}

/** In the home currency once it has a value there, until then in its own. */
const countedAs = ({ currency, amountMinor, homeMinor }: Spent): Money =>
  homeMinor === null ? { currency, minor: amountMinor } : { currency: home, minor: homeMinor }

/** Returns the stored sums and the expected ones, computed here from the rows of the same snapshot. */
export async function readMoney(database: Database, businessId: string) {
  return withTenant(database, businessId, async ({ client, db }) => {
    await client.query('set transaction isolation level repeatable read')
    const kept = createSums()
    const totals = await db.select().from(moneyTotals)
    for (const { kind, span, startsOn, currency, minor, count } of totals)
      kept.add(nameOf(kind, span === 'day' ? startsOn : startsOn.slice(0, 7), currency), minor, count)
    const changes = await db.select().from(moneyChanges)
    for (const { kind, day, ...money } of changes) kept.addOn(kind, day, money)

    const real = createSums()
    for (const one of await db.select().from(invoices)) {
      const { currency, dueDate, totalMinor, creditNotesMinor, creditedMinor, receivedMinor, waivedMinor } =
        one
      const askedMinor = totalMinor - creditNotesMinor
      const openMinor = Math.max(askedMinor - creditedMinor - receivedMinor - waivedMinor, 0)
      if (one.status === 'paid') real.addOn('settled', dueDate, { currency, minor: askedMinor })
      if (one.status === 'pending' && !one.parts) real.addOn('owed', dueDate, { currency, minor: openMinor })
      if (one.status === 'pending' && one.parts) {
        const open = splitParts(one.parts, one).flatMap((part, index) => {
          const day = one.parts![index]!.dueDate
          return part.openMinor > 0 ? [{ day, minor: part.openMinor }] : []
        })
        if (open.length === 0) real.addOn('owed', dueDate, { currency, minor: 0 })
        for (const [index, { day, minor }] of open.entries())
          real.addOn('owed', day, { currency, minor, count: index === 0 ? 1 : 0 })
      }
    }
    for (const one of await db.select().from(expenses)) real.addOn('spent', one.date, countedAs(one))
    const move = (kind: 'received' | 'refunded', day: string, one: Moved) => {
      real.addOn(kind, day, countedAs(one))
      if (one.gainMinor !== null) real.addOn('gained', day, { currency: home, minor: one.gainMinor })
    }
    for (const one of await db.select().from(payments))
      if (!one.undoneAt) move('received', one.receivedOn, one)
    for (const one of await db.select().from(refunds))
      if (one.state !== 'requested' && one.state !== 'failed') move('refunded', one.refundedOn, one)
    for (const one of await db.select().from(disputes))
      if (one.state === 'open' || one.state === 'lost') move('refunded', one.openedOn, one)
    return { kept: kept.all(), real: real.all(), totals, changes }
  })
}

/** Expects the sums to be correct, and returns them. */
export async function expectRightMoney(database: Database, businessId: string): Promise<Sums> {
  const { kept, real } = await readMoney(database, businessId)
  expect(kept).toEqual(real)
  return kept
}
