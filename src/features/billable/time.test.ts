import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

let app: TestApp
let now = new Date('2026-11-05T10:00:00Z')
let cookie: string
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ now: () => now, maxConnections: 10 })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-05T10:00:00Z')
  cookie = (await app.signUpAndIn()).cookie
  clientId = (await makeInvoice(app, cookie)).client.id!
})

type NewTime = BodyOf<typeof contract.addTime>
const entry = (change: Partial<NewTime> = {}): NewTime => ({
  clientId,
  description: 'Design',
  date: '2026-11-05',
  seconds: 5400,
  rateMinor: 9000,
  currency: 'USD',
  requestId: randomUUID(),
  ...change,
})
const add = async (change: Partial<NewTime> = {}) =>
  answerOf(contract.addTime, await app.send(contract.addTime, { body: entry(change) }, { cookie }))
const list = async () =>
  answerOf(contract.listTime, await app.send(contract.listTime, { query: { clientId } }, { cookie }))
const timer = async () =>
  (await answerOf(contract.getTimer, await app.send(contract.getTimer, {}, { cookie }))).timer
function sendStart(requestId = randomUUID(), forClient = clientId) {
  const body = {
    clientId: forClient,
    description: 'Call',
    rateMinor: 9000,
    currency: 'USD' as const,
    requestId,
  }
  return app.send(contract.startTimer, { body }, { cookie })
}
const start = async () => answerOf(contract.startTimer, await sendStart())
const stop = async (id: string) =>
  answerOf(contract.stopTimer, await app.send(contract.stopTimer, { params: { id } }, { cookie }))

describe('typed time', () => {
  test('is listed latest first, with what is not billed and the last rate', async () => {
    expect(await list()).toEqual({ entries: [], next: null, previous: null, unbilledSeconds: 0, last: null })
    const first = await add()
    const later = await add({ date: '2026-11-06', seconds: 60, rateMinor: 12_000 })
    expect(first).toMatchObject({ version: 1, clientId, startedAt: null, seconds: 5400, invoice: null })
    expect(await list()).toEqual({
      entries: [later, first],
      next: null,
      previous: null,
      unbilledSeconds: 5460,
      last: { rateMinor: 12_000, currency: 'USD' },
    })
  })

  test('sent twice at once is one entry', async () => {
    const body = entry()
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => app.send(contract.addTime, { body }, { cookie })),
    )
    const made = await Promise.all(sent.map((response) => answerOf(contract.addTime, response)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await list()).entries).toHaveLength(1)
  })

  test('is changed in the version that was read, and deleted', async () => {
    const made = await add()
    const {
      clientId: _client,
      requestId: _request,
      ...body
    } = entry({ seconds: 7200, description: 'Review' })
    const change = (version: number) =>
      app.send(contract.updateTime, { params: { id: made.id }, body: { ...body, version } }, { cookie })
    expect(await answerOf(contract.updateTime, await change(1))).toMatchObject({ version: 2, seconds: 7200 })
    expect((await problemOf(await change(1))).code).toBe('CHANGED_ELSEWHERE')
    await app.send(contract.deleteTime, { params: { id: made.id } }, { cookie })
    expect((await list()).entries).toEqual([])
  })

  test('is refused without hours, and for a client of another business', async () => {
    const stranger = await app.signUpAndIn()
    const foreign = await makeInvoice(app, stranger.cookie)
    const refused = async (change: Partial<NewTime>) =>
      (await problemOf(await app.send(contract.addTime, { body: entry(change) }, { cookie }))).fields
    expect(await refused({ seconds: 0 })).toHaveProperty('seconds')
    expect(await refused({ seconds: 90_000 })).toHaveProperty('seconds')
    expect(await refused({ clientId: foreign.client.id! })).toHaveProperty('clientId')
  })
})

describe('a timer', () => {
  test('runs until it is stopped, and stays stopped', async () => {
    expect(await timer()).toBeNull()
    const running = await start()
    expect(running).toMatchObject({ seconds: null, startedAt: '2026-11-05T10:00:00.000Z' })
    expect(await timer()).toEqual(running)
    expect((await list()).entries).toEqual([])
    now = new Date('2026-11-05T11:30:00Z')
    const stopped = await stop(running.id)
    expect(stopped).toMatchObject({ seconds: 5400, version: 2 })
    now = new Date('2026-11-05T12:30:00Z')
    expect(await stop(running.id)).toEqual(stopped)
    expect(await timer()).toBeNull()
    expect((await list()).entries).toEqual([stopped])
  })

  test('started many times at once is one', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendStart()))
    const started = await Promise.all(sent.map((response) => answerOf(contract.startTimer, response)))
    expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  })

  test('for another client is refused while one runs', async () => {
    await start()
    const other = await makeInvoice(app, cookie, { client: clientInput({ email: 'other@example.com' }) })
    const refused = await problemOf(await sendStart(randomUUID(), other.client.id!))
    expect(refused).toMatchObject({ code: 'TIMER_RUNNING', message: /already running for/ })
  })

  test('counts no more than a day', async () => {
    const running = await start()
    now = new Date('2026-11-09T10:00:00Z')
    expect((await stop(running.id)).seconds).toBe(86_400)
  })
})
