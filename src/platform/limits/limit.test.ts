import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import type { TestDatabase } from '../../../test/support/test-database.ts'
import { releaseLimits, takeFromLimits } from './limit.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase({ maxConnections: 40 })
})
afterAll(() => own.drop())

test('taking and giving back the same limits at once never ends in a deadlock, and counts right', async () => {
  const { database } = own
  const limit = (key: string) => ({ key, max: 1000, windowSeconds: 600 })
  const [first, last] = [limit('a'), limit('z')]
  // They lie in the table in another order than they are taken in.
  await takeFromLimits(database, [last])
  await takeFromLimits(database, [first])
  const useAndGiveBack = async () => {
    await takeFromLimits(database, [first, last])
    await releaseLimits(database, [last, first])
  }
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 30 }, useAndGiveBack))
  }
  const { rows } = await database.platform.query<{ count: number }>('select count from platform.rate_limits')
  expect(rows.map(({ count }) => count)).toEqual([1, 1])
})
