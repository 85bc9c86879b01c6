import { expect, test } from 'vitest'
import { type Purchase, type YearReceipt, makeYear } from '../../../../test/support/fixtures/receipt-year.ts'
import { addDays, daysBetween } from '../../../shared/dates.ts'
import { isSameReceipt } from './duplicate-rules.ts'
import { type Filing, decideFiling } from './filing-rules.ts'
import { type Target, maxTip, rivalDays } from './match-rules.ts'

/** A receipt as it is stored, and the targets that it truly belongs to. */
type Stored = YearReceipt &
  Filing & { id: number; duplicateOf: string | null; declined: string[]; truth: ReadonlySet<string> }

/** Lives through a year day by day: what the bank posts, what the owner notes, and what they photograph. */
function live(year: Purchase[]): Stored[] {
  const targets: Target[] = []
  const receipts: Stored[] = []
  const truths = new Map(year.map((purchase) => [purchase, new Set<string>()]))
  const add = (truth: Set<string>, target: Omit<Target, 'id' | 'hasReceipt'>) => {
    const id = `target ${targets.length}`
    targets.push({ ...target, id, hasReceipt: false })
    truth.add(id)
  }

  /** As the database finds them. */
  function around(receipt: Stored) {
    const isNear = (date: string) => Math.abs(daysBetween(receipt.date, date)) <= rivalDays
    const isTaken = (id: string) =>
      receipts.some((other) => other !== receipt && (other.expenseId === id || other.transactionId === id))
    return {
      targets: targets
        .filter(({ date, currency, amountMinor }) => {
          const isAmount =
            amountMinor >= receipt.totalMinor && amountMinor <= receipt.totalMinor * (1 + maxTip)
          return currency === receipt.currency && isAmount && isNear(date)
        })
        .map((target) => ({ ...target, hasReceipt: isTaken(target.id) })),
      rivals: receipts.filter(
        ({ id, currency, totalMinor, date, duplicateOf }) =>
          id !== receipt.id &&
          currency === receipt.currency &&
          totalMinor === receipt.totalMinor &&
          isNear(date) &&
          duplicateOf !== String(receipt.id),
      ),
    }
  }
  const match = (receipt: Stored) => Object.assign(receipt, decideFiling(receipt, around(receipt)))

  for (let day = '2026-01-01'; day < '2027-02-01'; day = addDays(day, 1)) {
    for (const [{ day: boughtOn, charged, noted, bankText, category, minor }, truth] of truths) {
      if (charged?.postedOn === day && !charged.isIncome)
        add(truth, {
          kind: 'transaction',
          date: day,
          currency: 'USD',
          amountMinor: charged.minor,
          text: bankText,
          category,
        })
      if (noted?.on === day)
        add(truth, {
          kind: 'expense',
          date: boughtOn,
          currency: 'USD',
          amountMinor: minor,
          text: noted.notes,
          category: 'Other',
        })
    }
    for (const receipt of receipts)
      if (receipt.filedBy === null && daysBetween(receipt.uploadedOn, day) <= 30) match(receipt)
    for (const [{ receipts: kept }, truth] of truths) {
      for (const receipt of kept.filter(({ uploadedOn }) => uploadedOn === day)) {
        const facts = ({ date, currency, totalMinor }: YearReceipt) => `${date} ${currency} ${totalMinor}`
        const original = receipts.find(
          (other) => facts(other) === facts(receipt) && isSameReceipt(other, receipt),
        )
        const stored: Stored = {
          ...receipt,
          id: receipts.length,
          expenseId: null,
          transactionId: null,
          filedBy: null,
          suggestion: null,
          declined: [],
          duplicateOf: original ? (original.duplicateOf ?? String(original.id)) : null,
          truth,
        }
        receipts.push(stored)
        match(stored)
      }
    }
  }
  return receipts
}

test('in a year, what files itself is right, and most of the rest is suggested', () => {
  const counts = { filed: 0, wrong: 0, findable: 0, found: 0, again: 0, recognized: 0, mistaken: 0 }
  for (const seed of [1, 2, 3, 4]) {
    for (const receipt of live(makeYear(seed))) {
      const { truth, isAgain, isWhole, duplicateOf, expenseId, transactionId, suggestion } = receipt
      const filed = [expenseId, transactionId].filter((id) => id !== null)
      counts.filed += filed.length
      counts.wrong += filed.filter((id) => !truth.has(id)).length
      if (isAgain) {
        counts.again += 1
        if (duplicateOf !== null) counts.recognized += 1
      } else if (duplicateOf !== null) counts.mistaken += 1
      if (!isWhole || truth.size === 0) continue
      counts.findable += 1
      if ([...filed, suggestion?.id].some((id) => id !== undefined && truth.has(id))) counts.found += 1
    }
  }
  console.log(JSON.stringify(counts))
  expect(counts.filed).toBeGreaterThan(600)
  expect(1 - counts.wrong / counts.filed).toBeGreaterThanOrEqual(0.99)
  expect(counts.found / counts.findable).toBeGreaterThanOrEqual(0.85)
  expect(counts.recognized / counts.again).toBeGreaterThanOrEqual(0.9)
  expect(counts.mistaken).toBe(0)
})
