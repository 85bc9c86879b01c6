import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../test/support/figures/acts.ts'
import { reckon } from '../../../test/support/figures/reckoning.ts'
import { lookAtScreens } from '../../../test/support/figures/screens.ts'
import { drawMoment, openFigureWorld } from '../../../test/support/figures/world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

const businesses = Number(process.env['FIGURES_BUSINESSES'] ?? 8)
const firstSeed = Number(process.env['FIGURES_SEED'] ?? 1)

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

test(`in ${businesses} businesses every figure is the sum of what it opens, and all screens say the same`, async () => {
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
    }
    const done = seed - firstSeed + 1
    if (done % 100 === 0) console.log(`${done} businesses, up to seed ${seed}`)
  }
}, 7_200_000)

test('whatever is one too many among the sums is noticed', async () => {
  const world = await openFigureWorld(app, firstSeed)
  await liveOn(world, 10)
  now = drawMoment(world)
  expect(await lookAtScreens(world)).toEqual(reckon(world, now))
  const stray = `insert into money_changes (business_id, kind, day, minor, count) values ($1, $2, $3, $4, $4)`
  for (const kind of ['received', 'refunded', 'spent', 'owed', 'settled']) {
    await world.run(stray, [world.businessId, kind, world.day, 1])
    const seen = await lookAtScreens(world).catch((error: unknown) => error)
    expect(seen, kind).not.toEqual(reckon(world, now))
    await world.run(stray, [world.businessId, kind, world.day, -1])
  }
  expect(await lookAtScreens(world)).toEqual(reckon(world, now))
})
