import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAll } from '../../../../test/support/file-store-checks.ts'
import { signUpToFile } from '../../../../test/support/fixtures/receipt-rows.ts'
import { renderSampleReceipt, sampleTruth } from '../../../../test/support/receipts/corpus.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { keepReceipt } from '../upload-receipt.ts'
import { createReader } from './create-reader.ts'
import type { ReadingAnswer, ReadingPool, ReadingTask } from './reading-pool.ts'

let app: TestApp
let photo: Buffer
beforeAll(async () => {
  app = await createTestApp()
  photo = await renderSampleReceipt()
})
afterAll(() => app.close())

let businessId: string
let now: Date
beforeEach(async () => {
  ;({ businessId } = await signUpToFile(app))
  now = new Date('2026-11-18T12:00:00Z')
})

const deps = () => ({ ...app.deps, now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

async function keep(business = businessId, bytes: Uint8Array = photo) {
  later(1)
  const { id } = await keepReceipt(deps(), {
    businessId: business,
    source: 'upload',
    fileName: 'photo.jpg',
    requestId: randomUUID(),
    bytes,
  })
  return id
}

async function rowsOf(business = businessId) {
  const { rows } = await withTenant(app.database, business, ({ client }) =>
    client.query('select *, date::text from receipts order by created_at, id'),
  )
  return rows
}

const answer: ReadingAnswer = {
  pages: [{ bytes: new Uint8Array([1]), width: 10, height: 20 }],
  thumbnail: new Uint8Array([2]),
  look: 'ffffffffffffffff',
  note: null,
  taken: { at: '2026-11-18T11:00:00', latitude: 1, longitude: 2 },
  reading: {
    merchant: { value: 'Corner Shop', confidence: 0.9, area: null },
    date: null,
    total: {
      value: '12.50',
      confidence: 0.97,
      area: {
        page: 1,
        quad: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      },
    },
    tax: null,
    currency: null,
    cardLast4: null,
    items: [],
    text: 'Corner Shop\nTotal 12.50',
  },
}

/** A pool that answers as it is told. */
function poolOf(run: (task: ReadingTask) => Promise<ReadingAnswer>): ReadingPool {
  return { run, end: async () => undefined }
}

/** Readers of other tests must not find what is left here. */
async function finish() {
  await createReader(
    deps(),
    poolOf(async () => answer),
  ).readWaiting()
}

test('a photo is read, shown and found again', async () => {
  await keep()
  const reader = createReader(deps())
  await reader.readWaiting()
  await reader.end()
  const truth = sampleTruth()
  const [row] = await rowsOf()
  expect(row).toMatchObject({
    state: 'read',
    problem: null,
    date: truth.date,
    currency: 'USD',
    total_minor: String(Math.round(Number(truth.total) * 100)),
    claim: null,
    claimed_until: null,
    tries: 1,
  })
  expect(row.reading.total).toMatchObject({ confidence: expect.any(Number), area: { page: 1 } })
  expect(row.pages).toHaveLength(1)
  const files = (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
  expect(files.map(({ id }) => id).toSorted()).toEqual(
    [row.original_id, row.thumbnail_id, row.pages[0].id].toSorted(),
  )
  const page = await app.deps.files.read({ businessId, id: row.pages[0].id })
  expect(page.subarray(0, 2).toString('hex')).toBe('ffd8')
  // The original is kept as it came.
  expect(await app.deps.files.read({ businessId, id: row.original_id })).toEqual(photo)
})

test('what is not sure stays empty, and the home currency stands in for a currency that is not shown', async () => {
  await keep()
  await finish()
  expect(await rowsOf()).toMatchObject([
    {
      state: 'read',
      merchant: 'Corner Shop',
      date: null,
      total_minor: '1250',
      currency: 'USD',
      tax_minor: null,
    },
  ])
  const [row] = await rowsOf()
  expect(row.reading).toEqual({
    merchant: { confidence: 0.9, area: null },
    total: { confidence: 0.97, area: expect.objectContaining({ page: 1 }) },
  })
  // Nobody asked for the place to be kept.
  expect(row.taken).toBeNull()
})

test('businesses take turns, however many receipts one of them has', async () => {
  const other = await signUpToFile(app)
  const many = await Promise.all([keep(), keep(), keep(), keep()])
  const one = await keep(other.businessId)
  const order: string[] = []
  const reader = createReader(
    deps(),
    poolOf(async () => {
      const waiting = [...(await rowsOf()), ...(await rowsOf(other.businessId))]
      order.push(waiting.find((row) => row.claim !== null).id)
      return answer
    }),
  )
  await reader.readWaiting()
  expect(order).toHaveLength(5)
  expect(order.indexOf(one)).toBe(1)
  expect(order.toSorted()).toEqual([...many, one].toSorted())
})

test('two readers read each receipt once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => keep()))
  let read = 0
  const pool = poolOf(async () => {
    read += 1
    await setImmediate()
    return answer
  })
  await Promise.all([createReader(deps(), pool).readWaiting(), createReader(deps(), pool).readWaiting()])
  expect(read).toBe(ids.length)
  expect((await rowsOf()).map(({ version, tries }) => [version, tries])).toEqual(ids.map(() => [2, 1]))
})

test('a receipt whose reader died is read by another one, and a late answer of the first changes nothing', async () => {
  const id = await keep()
  const gate = Promise.withResolvers<ReadingAnswer>()
  const begun = Promise.withResolvers<void>()
  const first = createReader(
    deps(),
    poolOf(() => {
      begun.resolve()
      return gate.promise
    }),
  ).readWaiting()
  await begun.promise
  await finish()
  expect(await rowsOf()).toMatchObject([{ id, state: 'waiting' }])
  later(60)
  await finish()
  const [row] = await rowsOf()
  expect(row).toMatchObject({ id, state: 'read', version: 2, tries: 2 })
  gate.resolve({ ...answer, thumbnail: new Uint8Array([9]) })
  await first
  expect(await rowsOf()).toEqual([row])
  const files = (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
  expect(files).toHaveLength(3)
})

test('a file that ends its reader each time is kept with a reason, and those behind it are read', async () => {
  const bad = await keep(businessId, Buffer.concat([photo, Buffer.from('bad')]))
  const good = await keep()
  const pool = poolOf(async ({ bytes }) => {
    if (Buffer.from(bytes).subarray(-3).toString() === 'bad')
      throw new Error('A worker thread ended unexpectedly (1).')
    return answer
  })
  for (let round = 0; round < 6; round += 1) {
    await createReader(deps(), pool).readWaiting()
    later(600)
  }
  const rows = await rowsOf()
  expect(rows.find(({ id }) => id === good)).toMatchObject({ state: 'read', tries: 1 })
  expect(rows.find(({ id }) => id === bad)).toMatchObject({
    state: 'unreadable',
    problem: 'This file could not be read. Enter the fields yourself, or take another photo.',
  })
})

test('a receipt that is deleted while it is read leaves no files behind', async () => {
  await keep()
  await createReader(
    deps(),
    poolOf(async () => {
      await withTenant(app.database, businessId, ({ client }) => client.query('delete from receipts'))
      return answer
    }),
  ).readWaiting()
  expect(await rowsOf()).toEqual([])
  const files = (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
  // The original has a row of its own, which deleting a receipt removes with it; here only the receipt's row is gone.
  expect(files).toHaveLength(1)
})

test('a process that stops gives the receipt back without counting the try', async () => {
  await keep()
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<ReadingAnswer>()
  const pool: ReadingPool = {
    run: () => {
      begun.resolve()
      return stopped.promise
    },
    end: async () => stopped.reject(new Error('ended')),
  }
  const reader = createReader(deps(), pool)
  const run = reader.readWaiting()
  await begun.promise
  await reader.end()
  await run
  expect(await rowsOf()).toMatchObject([{ state: 'waiting', claim: null, claimed_until: null, tries: 0 }])
  await finish()
})

test('fields that the owner has confirmed stay when a receipt is read again', async () => {
  await keep()
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(`update receipts set merchant = 'My own', checked_at = now()`),
  )
  await finish()
  expect(await rowsOf()).toMatchObject([{ state: 'read', merchant: 'My own', total_minor: null }])
})
