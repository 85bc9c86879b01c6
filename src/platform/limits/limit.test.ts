import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { releaseLimits, countUse } from './limit.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase({ maxConnections: 40 })
})
afterAll(() => own.drop())

test('taking and giving back the same limits at once never ends in a deadlock, and counts right', async () => {
  const { database } = own
  const limit = (key: string) => ({ key, max: 1000, windowSeconds: 600 })
  const [first, last] = [limit('a'), limit('z')]
  // Their order in the table differs from the order in which they are counted.
  await countUse(database, [last])
  await countUse(database, [first])
  const useAndGiveBack = async () => {
    await countUse(database, [first, last])
    await releaseLimits(database, [last, first])
  }
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 30 }, useAndGiveBack))
  }
  const { rows } = await database.platform.query<{ count: number }>('select count from platform.rate_limits')
  expect(rows.map(({ count }) => count)).toEqual([1, 1])
})

test('many at once get as many uses as there are, whichever limit is reached first', async () => {
  const { database } = own
  const [wide, narrow] = [
    { key: 'wide', max: 100, windowSeconds: 600 },
    { key: 'narrow', max: 7, windowSeconds: 600 },
  ]
  const attempts = await Promise.allSettled(
    Array.from({ length: 60 }, () => countUse(database, [wide, narrow])),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  const { rows } = await database.platform.query(
    `select key, count from platform.rate_limits where key in ('wide', 'narrow') order by key`,
  )
  expect(rows).toEqual([
    { key: 'narrow', count: 7 },
    { key: 'wide', count: 7 },
  ])
})

test('a refused attempt writes nothing, and says how long the longest wait is', async () => {
  const { database } = own
  const full = { key: 'full', max: 1, windowSeconds: 3000, refusal: 'No more of these.' }
  await countUse(database, [full])
  const written = async () =>
    (await database.platform.query('select key, count, window_ends_at, xmin, xmax from platform.rate_limits'))
      .rows
  const before = await written()
  for (let n = 0; n < 5; n++) {
    const limits = [{ key: `made up ${n}`, max: 10, windowSeconds: 60 }, full]
    await expect(countUse(database, limits)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^No more of these\. Please try again in \d+ minutes\.$/),
    })
  }
  expect(await written()).toEqual(before)
})

test('a limit is open again once its window is over', async () => {
  const { database } = own
  const limit = { key: 'over', max: 1, windowSeconds: 600 }
  await countUse(database, [limit])
  await database.platform.query(
    `update platform.rate_limits set window_ends_at = now() - interval '1 second' where key = 'over'`,
  )
  await countUse(database, [limit])
  await expect(countUse(database, [limit])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
