import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../shared/dates.ts'
import {
  type AskedPart,
  dueNowMinor,
  nextDueDate,
  partsOn,
  partsProblem,
  paysWholeParts,
  planParts,
  splitParts,
} from './part-rules.ts'

const first = '2026-11-01'
const amounts = fc.oneof(
  fc.record({ kind: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 30_000 }) }),
)
/** A schedule that fits its total, and money that may have moved on its invoice. */
const schedules = fc
  .record({
    totalMinor: fc.integer({ min: 2, max: 200_000 }),
    amounts: fc.array(amounts, { minLength: 1, maxLength: 11 }),
    gaps: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 12, maxLength: 12 }),
    creditNotes: fc.double({ min: 0, max: 1, noNaN: true }),
    received: fc.double({ min: 0, max: 1.2, noNaN: true }),
    waived: fc.double({ min: 0, max: 0.5, noNaN: true }),
  })
  .map(({ totalMinor, gaps, ...drawn }) => {
    let day = first
    const asked: AskedPart[] = drawn.amounts.map((amount, index) => {
      day = addDays(day, gaps[index]!)
      return { amount, dueDate: day }
    })
    const part = (share: number) => Math.round(totalMinor * share)
    const money = {
      totalMinor,
      creditNotesMinor: part(drawn.creditNotes * 0.5),
      creditedMinor: 0,
      receivedMinor: part(drawn.received),
      waivedMinor: part(drawn.waived * 0.2),
    }
    return { asked, dueDate: addDays(day, gaps[11]!), money }
  })
  .filter(({ asked, money }) => partsProblem(asked, money.totalMinor) === null)

const openOf = ({ totalMinor, creditNotesMinor, receivedMinor, waivedMinor }: Record<string, number>) =>
  Math.max(0, totalMinor! - creditNotesMinor! - receivedMinor! - waivedMinor!)
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

test('the parts always come to the total, and what is open of them to the balance', () => {
  fc.assert(
    fc.property(schedules, ({ asked, dueDate, money }) => {
      const parts = planParts(asked, { ...money, dueDate })!
      expect(sum(parts.map(({ amountMinor }) => amountMinor))).toBe(money.totalMinor)
      expect(parts.every(({ amountMinor }) => amountMinor > 0)).toBe(true)
      const split = splitParts(parts, money)
      expect(sum(split.map(({ openMinor }) => openMinor))).toBe(openOf(money))
      for (const { amountMinor, paidMinor, openMinor } of split) {
        expect(Math.min(paidMinor, openMinor)).toBeGreaterThanOrEqual(0)
        expect(paidMinor + openMinor).toBeLessThanOrEqual(amountMinor)
      }
    }),
  )
})

test('a payment never opens a part again, nor moves the date of the next one back', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 50_000 }), ({ asked, dueDate, money }, paidMinor) => {
      const parts = planParts(asked, { ...money, dueDate })!
      const after = { ...money, receivedMinor: money.receivedMinor + paidMinor }
      const [before, then] = [splitParts(parts, money), splitParts(parts, after)]
      for (const [index, part] of then.entries())
        expect(part.openMinor).toBeLessThanOrEqual(before[index]!.openMinor)
      if (openOf(money) > 0) expect(nextDueDate(parts, after) >= nextDueDate(parts, money)).toBe(true)
      // A part is begun only once all before it are paid.
      const begun = then.findLastIndex((part) => part.paidMinor > 0)
      for (const part of then.slice(0, Math.max(0, begun))) expect(part.openMinor).toBe(0)
    }),
  )
})

test('what is due now is the next part, or every part whose date has come', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 300 }), ({ asked, dueDate, money }, days) => {
      const today = addDays(first, days)
      const parts = planParts(asked, { ...money, dueDate })!
      const views = partsOn(today, parts, { ...money, isOpen: true })
      const open = views.filter(({ openMinor }) => openMinor > 0)
      const come = open.filter((part) => part.dueDate <= today)
      const expected = come.length > 0 ? come : open.slice(0, 1)
      expect(dueNowMinor(views)).toBe(sum(expected.map(({ openMinor }) => openMinor)))
      if (open.length > 0) expect(paysWholeParts(parts, money, dueNowMinor(views))).toBe(true)
    }),
  )
})

const half = { amount: { kind: 'percentage', value: 50_000 }, dueDate: '2026-11-01' } as const

test('a percentage is rounded half up, once, and the rest takes what is left', () => {
  expect(planParts([half], { totalMinor: 101, dueDate: '2026-12-01' })).toEqual([
    { ...half, amountMinor: 51 },
    { amount: null, amountMinor: 50, dueDate: '2026-12-01' },
  ])
})

test('payments cover the earliest part first, a credit note lowers the last one first', () => {
  const parts = planParts([half], { totalMinor: 1000, dueDate: '2026-12-01' })!
  const money = {
    totalMinor: 1000,
    creditNotesMinor: 100,
    creditedMinor: 0,
    receivedMinor: 600,
    waivedMinor: 0,
  }
  expect(splitParts(parts, money)).toEqual([
    { amountMinor: 500, paidMinor: 500, openMinor: 0 },
    { amountMinor: 500, paidMinor: 100, openMinor: 300 },
  ])
})

test('what is added to the total later belongs to the last part', () => {
  const parts = planParts([half], { totalMinor: 1000, dueDate: '2026-12-01' })!
  const money = { totalMinor: 1100, creditNotesMinor: 0, creditedMinor: 0, receivedMinor: 0, waivedMinor: 0 }
  expect(splitParts(parts, money).map(({ openMinor }) => openMinor)).toEqual([500, 600])
})

test('parts that leave no rest, or come to nothing, do not fit', () => {
  expect(partsProblem([half, half], 1000)).toMatchObject({ index: 1 })
  expect(partsProblem([half, { ...half, amount: { kind: 'percentage', value: 1 } }], 1000)).toMatchObject({
    index: 1,
  })
  expect(partsProblem([{ amount: { kind: 'fixed', value: 999 } }], 1000)).toBeNull()
  expect(partsProblem([], 0)).toBeNull()
})

test('an unpaid part is overdue from the day after its date on', () => {
  const parts = planParts([half], { totalMinor: 1000, dueDate: '2026-12-01' })!
  const money = { totalMinor: 1000, creditNotesMinor: 0, creditedMinor: 0, receivedMinor: 0, waivedMinor: 0 }
  const statesOn = (today: string, receivedMinor = 0) =>
    partsOn(today, parts, { ...money, receivedMinor, isOpen: true }).map(({ state }) => state)
  expect(statesOn('2026-10-20')).toEqual(['due', 'later'])
  expect(statesOn('2026-11-02')).toEqual(['overdue', 'later'])
  expect(statesOn('2026-11-02', 500)).toEqual(['paid', 'due'])
  expect(statesOn('2026-12-01')).toEqual(['overdue', 'due'])
  expect(statesOn('2026-12-02', 500)).toEqual(['paid', 'overdue'])
})
