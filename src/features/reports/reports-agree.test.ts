import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../test/support/reports/live.ts'
import { compareReports } from '../../../test/support/reports/look.ts'
import { findImbalance } from '../../../test/support/reports/trial-balance.ts'
import { openReportWorld } from '../../../test/support/reports/world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

const businesses = Number(process.env['REPORTS_BUSINESSES'] ?? 5)
const firstSeed = Number(process.env['REPORTS_SEED'] ?? 21)
const isLongRun = process.env['REPORTS_SEED'] !== undefined

let app: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  app = await createTestApp({ now: () => clock.now })
})
afterAll(() => app.close())

/** What the short run has to meet, so that it compares what matters. */
const acts = [
  'post /api/v1/invoices/{id}/credit-notes',
  'post /api/v1/invoices/{id}/payments',
  'post /api/v1/invoices/{id}/payments/{paymentId}/undo',
  'put /api/v1/invoices/{id}',
  'put /api/v1/expenses/{id}',
  'put /api/v1/rates',
  'post /api/v1/periods/close',
  'post /api/v1/periods/reopen',
]
const met = new Set<string>()

/** Lives through the life of a random business, and compares its reports now and then. */
async function liveThrough(seed: number): Promise<unknown[]> {
  const world = await openReportWorld(app, clock, seed)
  for (const look of [1, 2, 3]) {
    await liveOn(world, 10 + world.upTo(25))
    const which = `seed ${seed}, look ${look}, ${world.zone} at ${clock.now.toISOString()}`
    const differences = await compareReports(world).catch((cause: unknown) => {
      throw new Error(which, { cause })
    })
    const imbalance = await findImbalance(world)
    for (const act of world.done) met.add(act)
    if (differences.length + imbalance.length > 0) return [{ which, differences, imbalance }]
  }
  return []
}

test(`in ${businesses} businesses every report is what its tables come to, and every figure what it opens`, async () => {
  const found: unknown[] = []
  for (let seed = firstSeed; seed < firstSeed + businesses; seed += 1) {
    found.push(...(await liveThrough(seed)))
    const done = seed - firstSeed + 1
    if (isLongRun && done % 20 === 0) console.log(`${done} businesses, up to seed ${seed}`)
  }
  expect(found).toEqual([])
  if (!isLongRun) expect([...met]).toEqual(expect.arrayContaining(acts))
}, 7_200_000)
