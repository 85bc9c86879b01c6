import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform } from '../db/transaction.ts'
import { oneAtATime } from './one-at-a-time.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const log = pino({ level: 'silent' })

/** As many jobs as there are at once after a night without a worker, and some more. */
const many = Array.from({ length: 8 }, (_, n) => `work-${n}`)

test('however many are under way, each of them reaches the database', async () => {
  const { database } = own
  const allBegan = Promise.withResolvers<void>()
  let began = 0
  await Promise.all(
    many.map((name) =>
      oneAtATime({ database, log }, name, async () => {
        began += 1
        if (began === many.length) allBegan.resolve()
        await allBegan.promise
        await withPlatform(database, ({ client }) => client.query('select 1'))
      }),
    ),
  )
  expect(began).toBe(many.length)
})

test('what is under way is not begun a second time', async () => {
  const { database } = own
  const isOver = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  let times = 0
  const begin = () =>
    oneAtATime({ database, log }, 'work', async () => {
      times += 1
      hasBegun.resolve()
      await isOver.promise
    })
  const first = begin()
  await hasBegun.promise
  await begin()
  isOver.resolve()
  await first
  expect(times).toBe(1)
  // The lock is free once the server has noticed that the connection was closed.
  await eventually(async () => {
    await begin()
    expect(times).toBe(2)
  })
})
