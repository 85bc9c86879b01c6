import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../../test/support/figures/acts.ts'
import { sourceName } from '../../../../test/support/figures/rates.ts'
import { lookAtScreens } from '../../../../test/support/figures/screens.ts'
import { drawMoment, openFigureWorld } from '../../../../test/support/figures/world.ts'
import { exportArchive, freshAccount, restoreInto } from '../../../../test/support/restored-account.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { recountMoneyOf } from '../../figures/money-totals.ts'
import { createIdMap } from './new-ids.ts'

const businesses = Number(process.env['RESTORE_BUSINESSES'] ?? 6)
const firstSeed = Number(process.env['RESTORE_SEED'] ?? 1)

let app: TestApp
let elsewhere: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  elsewhere = await createTestApp({ now: () => now })
})
afterAll(async () => {
  await app.close()
  await elsewhere.close()
})

type Screens = Awaited<ReturnType<typeof lookAtScreens>>

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * What two accounts have to show alike. Rows of one day are ordered by their ids. The rate of the day is the business's own
 * where the installation has none. A bank without access waits for no sign-in, and is no demo bank, which its name says.
 */
function comparable(screens: Screens, newId = (id: string) => id): Screens {
  const text = JSON.stringify(screens)
    .replaceAll(uuids, (id) => newId(id))
    .replaceAll(sourceName, 'own')
    .replaceAll(' stale ', ' fresh ')
    .replaceAll('"hasDemo":true', '"hasDemo":false')
  const read = JSON.parse(text) as Screens
  for (const figure of Object.values(read.figures)) figure.made.sort()
  return read
}

test(`${businesses} random businesses show the same figures to the cent on another installation`, async () => {
  const met = new Set<string>()
  for (let seed = firstSeed; seed < firstSeed + businesses; seed += 1) {
    const world = await openFigureWorld(app, seed)
    await liveOn(world, 15 + world.upTo(25))
    now = drawMoment(world)
    const before = await lookAtScreens(world)
    await elsewhere.database.platform.query('delete from platform.rate_limits')
    const owner = await freshAccount(elsewhere)
    const restore = await restoreInto(elsewhere, owner, await exportArchive(app, world.cookie))
    const which = `seed ${seed}, ${world.zone} at ${now.toISOString()}`
    expect(restore.problem, which).toBeNull()
    const after = await lookAtScreens({ ...world, app: elsewhere, ...owner })
    expect(comparable(after), which).toEqual(comparable(before, createIdMap(restore.id)))
    // What the triggers noted is what a recount finds.
    await recountMoneyOf(elsewhere.deps, owner.businessId)
    expect(
      elsewhere.log.filter((line) => line.includes('the stored sums')),
      which,
    ).toEqual([])
    for (const table of Object.keys(restore.counts)) met.add(table)
    if (JSON.stringify(before).includes(sourceName)) met.add('a published rate')
  }
  const wanted = [
    'invoices',
    'payments',
    'refunds',
    'disputes',
    'expenses',
    'bank_accounts',
    'exchange_rates',
    'a published rate',
  ]
  expect([...met]).toEqual(expect.arrayContaining(wanted))
}, 600_000)
