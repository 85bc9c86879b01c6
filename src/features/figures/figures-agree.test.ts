import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../test/support/figures/acts.ts'
import { sourceName } from '../../../test/support/figures/rates.ts'
import { reckon } from '../../../test/support/figures/reckoning.ts'
import { lookAtScreens } from '../../../test/support/figures/screens.ts'
import { drawMoment, openFigureWorld } from '../../../test/support/figures/world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

const businesses = Number(process.env['FIGURES_BUSINESSES'] ?? 8)
const firstSeed = Number(process.env['FIGURES_SEED'] ?? 6)
const isLongRun = process.env['FIGURES_SEED'] !== undefined

/** What amounts in other currencies go through. The short run has to meet all of it. */
const conversions = {
  'a rate of the business': / own\b/,
  'a published rate': new RegExp(sourceName),
  'no rate': /no rate from/,
  'a gain': / after [\d.]+"/,
}

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

test(`in ${businesses} businesses every figure is the sum of what it opens, and all screens say the same`, async () => {
  const met = new Set<string>()
  for (let seed = firstSeed; seed < firstSeed + businesses; seed++) {
    const world = await openFigureWorld(app, seed)
    for (const look of [1, 2]) {
      await liveOn(world, 5 + world.upTo(20))
      now = drawMoment(world)
      const which = `seed ${seed}, look ${look}, ${world.zone} at ${now.toISOString()}`
      const seen = await lookAtScreens(world).catch((cause: unknown) => {
        throw new Error(which, { cause })
      })
      expect(seen, which).toEqual(reckon(world, now))
      const shown = JSON.stringify(seen)
      for (const [name, pattern] of Object.entries(conversions)) if (pattern.test(shown)) met.add(name)
    }
    const done = seed - firstSeed + 1
    if (done % 100 === 0) console.log(`${done} businesses, up to seed ${seed}`)
  }
  if (!isLongRun) expect([...met].toSorted()).toEqual(Object.keys(conversions).toSorted())
}, 7_200_000)

test('whatever is one too many among the sums is noticed', async () => {
  const world = await openFigureWorld(app, firstSeed)
  await liveOn(world, 10)
  now = drawMoment(world)
  expect(await lookAtScreens(world)).toEqual(reckon(world, now))
  const stray = `insert into money_changes (business_id, kind, day, currency, minor, count)
    values ($1, $2, $3, $4, $5, $5)`
  for (const kind of ['received', 'refunded', 'spent', 'owed', 'settled', 'gained']) {
    await world.run(stray, [world.businessId, kind, world.day, world.home, 1])
    const seen = await lookAtScreens(world).catch((error: unknown) => error)
    expect(seen, kind).not.toEqual(reckon(world, now))
    await world.run(stray, [world.businessId, kind, world.day, world.home, -1])
  }
  expect(await lookAtScreens(world)).toEqual(reckon(world, now))
})
