import { expect, test } from 'vitest'
import { createFakeBank, fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import { readBatch } from './sync-batch.ts'

const bank = createFakeBank({ pageSize: 2 })
const item = bank.makeItem('chase')
for (let n = 0; n < 7; n++) bank.change(item, { kind: 'added', facts: fakeTransaction('a') })

const read = (cursor: string | null, { maxPages = 10, isFullResync = false } = {}) =>
  readBatch(bank.provider, { token: item.accessToken, from: { cursor, isFullResync }, maxPages })

test('a round is read to its end', async () => {
  const { pages, next, hasMore } = await read(null)
  expect(pages.map(({ added }) => added.length)).toEqual([2, 2, 2, 1])
  expect([next, hasMore]).toEqual([`${item.itemId}:7`, false])
})

test('only so many pages are held at once, and the rest is read from there', async () => {
  const first = await read(null, { maxPages: 3 })
  expect([first.pages.length, first.hasMore]).toEqual([3, true])
  expect(await read(first.next, { maxPages: 3 })).toMatchObject({ pages: [{}], hasMore: false })
})

test('one that is read anew is read whole', async () => {
  expect((await read(null, { maxPages: 1, isFullResync: true })).pages).toHaveLength(4)
})

test('where it broke off is told, and nothing of it is left', async () => {
  bank.fail('syncTransactions', 'restart', 1)
  await expect(read(null)).rejects.toMatchObject({ problem: 'restart' })
})
