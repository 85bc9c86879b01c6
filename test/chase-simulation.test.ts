import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Books } from './support/chase/books.ts'
import { findChaseProblems } from './support/chase/checker.ts'
import type { ChaseContext } from './support/chase/context.ts'
import { faults } from './support/chase/faults.ts'
import { simulateChase } from './support/chase/simulation.ts'
import { type TestDatabase, createTestDatabase } from './support/test-database.ts'

const setting = (name: string, fallback: number) => Number(process.env[`CHASE_${name}`] ?? fallback)
const size = {
  years: setting('YEARS', 0.25),
  businesses: setting('BUSINESSES', 12),
  invoices: setting('INVOICES', 90),
  seed: setting('SEED', 1),
  hardShare: setting('HARD_SHARE', 0.15),
}

let testDatabase: TestDatabase
let context: ChaseContext
let books: Books
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 40 })
  const began = performance.now()
  const report = process.env['CHASE_YEARS'] === undefined ? undefined : console.log
  report?.(
    Object.entries(size)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
  const simulated = await simulateChase({ ...size, ...testDatabase, ...(report && { report }) })
  ;({ context, books } = simulated)
  const seconds = Math.round((performance.now() - began) / 1000)
  report?.([...context.counts].map(([what, times]) => `${times} ${what}`).join('\n'))
  report?.(`${findChaseProblems(context, books).length} problems, ${seconds} s`)
}, 7_200_000)
afterAll(() => testDatabase.drop())

test('every step and every period is settled once, at its hour, and none after payment', () => {
  expect(findChaseProblems(context, books).slice(0, 20)).toEqual([])
  expect(books.reminders.filter(({ state }) => state === 'sent').length).toBeGreaterThan(20)
})

test.each(faults)('the check finds $name', ({ plant, complaint }) => {
  const wrong = structuredClone(books)
  plant(wrong, context)
  expect(findChaseProblems(context, wrong).join('\n')).toMatch(complaint)
})
