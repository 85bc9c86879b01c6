import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import {
  type SeriesBody,
  seriesContent,
  seriesInput,
  signUpOnPro,
} from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

let app: TestApp
const start = new Date('2026-11-15T12:00:00Z')
let now = start
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
beforeEach(() => {
  now = start
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof signUpOnPro>>

const send = ({ cookie }: { cookie: string }, body: Partial<SeriesBody>, requestId: string = randomUUID()) =>
  app.send(contract.createSeries, { body: { ...seriesInput(body), requestId } }, { cookie })
const list = async ({ cookie }: { cookie: string }, query: { after?: string } = {}) =>
  answerOf(contract.listSeries, await app.send(contract.listSeries, { query }, { cookie }))
const read = ({ cookie }: Owner, id: string) => app.send(contract.getSeries, { params: { id } }, { cookie })
const pause = ({ cookie }: Owner, id: string) =>
  app.send(contract.pauseSeries, { params: { id } }, { cookie })
const resume = ({ cookie }: Owner, id: string) =>
  app.send(contract.resumeSeries, { params: { id } }, { cookie })
const skip = ({ cookie }: Owner, id: string, period: number) =>
  app.send(contract.skipPeriod, { params: { id }, body: { period } }, { cookie })
const remove = ({ cookie }: Owner, id: string) =>
  app.send(contract.deleteSeries, { params: { id } }, { cookie })
const change = ({ cookie }: Owner, series: contract.Series, to: Partial<SeriesBody>) => {
  const { id, version, frequency, startDate, end, sends } = series
  const body = { version, frequency, startDate, end, sends, content: seriesContent(), ...to }
  return app.send(contract.updateSeries, { params: { id }, body }, { cookie })
}
const changed = async (...given: Parameters<typeof change>) =>
  answerOf(contract.updateSeries, await change(...given))
const stateOf = async (response: Response | Promise<Response>) => {
  const { state, next } = await answerOf(contract.getSeries, await response)
  return [state, next?.onDate ?? null]
}
async function runAt(moment: string) {
  now = new Date(moment)
  await makeDueInvoices(app.deps)
}
const datesOf = async (owner: Owner) => (await owner.invoices()).map(({ issueDate }) => issueDate)

describe('making one', () => {
  test('gives what it holds, when the next comes, and remembers the client', async () => {
    const owner = await signUpOnPro(app, 'Europe/Zurich')
    const series = await owner.make({ end: { kind: 'count', count: 12 } })
    const [client] = await withTenant(app.database, owner.businessId, ({ db }) => db.select().from(clients))
    const content = seriesContent()
    expect(series).toEqual({
      ...seriesInput({ end: { kind: 'count', count: 12 } }),
      content: { ...content, client: { ...content.client, id: client?.id } },
      id: expect.any(String),
      version: 1,
      autopay: false,
      savedCard: null,
      currency: 'USD',
      totalMinor: 169_811,
      next: { period: 0, onDate: '2026-12-31', at: '2026-12-31T08:00:00.000Z' },
      nextPeriod: 0,
      made: 0,
      hasSettled: false,
      state: 'running',
      pausedBy: null,
      pauseReason: null,
      createdAt: now.toISOString(),
    })
    expect(await (await read(owner, series.id)).json()).toEqual(series)
    const { content: _content, ...item } = series
    expect(await list(owner)).toEqual({ series: [{ ...item, clientName: 'Test Client' }], next: null })
  })

  test('the same request, again and at once, makes one and counts once', async () => {
    const owner = await signUpOnPro(app)
    const requestId = randomUUID()
    const responses = await Promise.all([1, 2, 3, 4].map(() => send(owner, { sends: true }, requestId)))
    const again = await send(owner, { sends: true }, requestId)
    const ids = await Promise.all(
      [...responses, again].map(async (response) => (await answerOf(contract.createSeries, response)).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await list(owner)).series).toHaveLength(1)
    const { rows } = await app.database.platform.query(
      'select count from platform.rate_limits where key = $1',
      [`client-mail:${owner.businessId}`],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test.each([
    ['a start that is over', { startDate: '2026-11-14' }, 'startDate', 'Please choose today or a later day.'],
    ['a start that is no day', { startDate: '2026-02-30' }, 'startDate', 'Please choose a start date.'],
    [
      'an end before the start',
      { end: { kind: 'date', date: '2026-12-30' } },
      'end.date',
      'This is before the start date.',
    ],
    [
      'a logo that is not there',
      { content: seriesContent({ logoId: randomUUID() }) },
      'content.logoId',
      'This logo no longer exists. Please upload it again.',
    ],
    [
      'custom terms without days',
      { content: seriesContent({ paymentTerms: 'custom' }) },
      'content.dueInDays',
      'Please enter how many days until it’s due.',
    ],
  ] as [string, Partial<SeriesBody>, string, string][])(
    '%s is refused beside the field',
    async (_what, body, field, message) => {
      const owner = await signUpOnPro(app)
      expect(await problemOf(await send(owner, body))).toMatchObject({
        status: 422,
        fields: { [field]: message },
      })
    },
  )

  test('today is the business’s own day', async () => {
    now = new Date('2026-11-15T23:30:00Z')
    expect((await send(await signUpOnPro(app, 'Europe/Zurich'), { startDate: '2026-11-15' })).status).toBe(
      422,
    )
    expect((await send(await signUpOnPro(app, 'UTC'), { startDate: '2026-11-15' })).status).toBe(200)
  })

  test.each(['nextPeriod', 'businessId', 'paused'])('the unknown field %s is refused', async (field) => {
    const owner = await signUpOnPro(app)
    for (const body of [{ [field]: 1 }, { content: { ...seriesContent(), [field]: 1 } }]) {
      expect((await send(owner, body as Partial<SeriesBody>)).status).toBe(422)
    }
    expect((await list(owner)).series).toEqual([])
  })
})

describe('on Free', () => {
  const refused = {
    status: 403,
    code: 'PLAN_REQUIRED',
    message: 'Recurring invoices are part of the Pro plan.',
  }

  test('none is made', async () => {
    const { cookie } = await app.signUpAndIn()
    expect(await problemOf(await send({ cookie }, {}))).toMatchObject(refused)
    expect((await list({ cookie })).series).toEqual([])
  })

  test('what was made on Pro can be read, paused, skipped and deleted, but not changed or resumed', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make()
    await setPlan(app, owner.businessId, 'free')
    expect(await stateOf(read(owner, series.id))).toEqual(['running', '2026-12-31'])
    expect(await problemOf(await change(owner, series, { sends: true }))).toMatchObject(refused)
    expect(await stateOf(skip(owner, series.id, 0))).toEqual(['running', '2027-01-31'])
    expect(await stateOf(pause(owner, series.id))).toEqual(['paused', null])
    expect(await problemOf(await resume(owner, series.id))).toMatchObject(refused)
    expect((await remove(owner, series.id)).status).toBe(204)
  })
})

describe('pausing', () => {
  test('makes none; resumed, it goes on with the next day to come and leaves out what lay between', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16' })
    await runAt('2026-11-16T09:00:00Z')
    expect(await stateOf(pause(owner, id))).toEqual(['paused', null])
    await runAt('2026-12-07T08:59:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-16'])
    // It is before the sending hour of that day.
    expect(await stateOf(resume(owner, id))).toEqual(['running', '2026-12-07'])
    await runAt('2026-12-07T09:00:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-16', '2026-12-07'])
    expect((await owner.periods()).map(({ period }) => period)).toEqual([0, 3])
  })

  test('resumed after the hour of a day, that day is left out too', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16' })
    await pause(owner, id)
    now = new Date('2026-11-23T09:00:00Z')
    expect(await stateOf(resume(owner, id))).toEqual(['running', '2026-11-30'])
  })

  test('twice, or resuming what runs, changes nothing; one whose end has come meanwhile is over', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ startDate: '2026-12-31', end: { kind: 'count', count: 2 } })
    expect(await stateOf(resume(owner, id))).toEqual(['running', '2026-12-31'])
    await pause(owner, id)
    expect(await stateOf(pause(owner, id))).toEqual(['paused', null])
    now = new Date('2027-02-01T00:00:00Z')
    expect(await stateOf(resume(owner, id))).toEqual(['over', null])
  })
})

describe('skipping', () => {
  test('leaves out one, however often it is asked for, and counts towards the end', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({
      frequency: 'weekly',
      startDate: '2026-11-16',
      end: { kind: 'count', count: 2 },
    })
    await Promise.all([skip(owner, id, 0), skip(owner, id, 0), skip(owner, id, 0)])
    expect(await stateOf(read(owner, id))).toEqual(['running', '2026-11-23'])
    await runAt('2026-12-30T09:00:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-23'])
    expect((await owner.periods()).map(({ state }) => state)).toEqual(['skipped', 'made'])
    expect(await stateOf(read(owner, id))).toEqual(['over', null])
  })

  test('what was made, is paused or lies further ahead cannot be skipped', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-15' })
    expect(await problemOf(await skip(owner, id, 1))).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
    await runAt('2026-11-15T12:00:00Z')
    expect(await problemOf(await skip(owner, id, 0))).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
    await pause(owner, id)
    expect(await problemOf(await skip(owner, id, 1))).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
    expect(await problemOf(await skip(owner, id, 2 ** 31))).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('changing', () => {
  test('holds from the next one on', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make({ startDate: '2026-11-15' })
    await runAt('2026-11-15T12:00:00Z')
    const content = seriesContent({ charge: { kind: 'amount', amountMinor: 4200 }, notes: 'New' })
    expect(await changed(owner, series, { sends: true, content })).toMatchObject({
      version: 2,
      totalMinor: 4200,
      next: { onDate: '2026-12-15' },
    })
    await runAt('2026-12-15T09:00:00Z')
    expect(await owner.invoices()).toMatchObject([
      { totalMinor: 169_811, notes: '', sendOption: 'email_later' },
      { totalMinor: 4200, notes: 'New', sendOption: 'email_now' },
    ])
  })

  test('a version that is not the latest is refused', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make()
    await changed(owner, series, { sends: true })
    expect(await problemOf(await change(owner, series, { sends: false }))).toMatchObject({
      status: 409,
      code: 'CHANGED_ELSEWHERE',
    })
  })

  test('its days can change until one is settled', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make({ startDate: '2026-11-20' })
    const restarted = await changed(owner, series, { frequency: 'weekly', startDate: '2026-11-18' })
    expect(restarted.next).toMatchObject({ period: 0, onDate: '2026-11-18' })
    expect(await problemOf(await change(owner, restarted, { startDate: '2026-11-14' }))).toMatchObject({
      fields: { startDate: 'Please choose today or a later day.' },
    })
    expect(restarted.hasSettled).toBe(false)
    await runAt('2026-11-18T09:00:00Z')
    expect((await list(owner)).series).toMatchObject([{ hasSettled: true }])
    const message = 'Invoices have already been created. End this one and start another.'
    expect(
      await problemOf(await change(owner, restarted, { frequency: 'monthly', startDate: '2026-12-01' })),
    ).toMatchObject({ status: 422, fields: { frequency: message, startDate: message } })
  })

  test('another frequency of one that was paused goes on with what is to come', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make({ frequency: 'weekly', startDate: '2026-11-16' })
    await pause(owner, series.id)
    now = new Date('2026-12-08T00:00:00Z')
    await resume(owner, series.id)
    const { next } = await changed(owner, series, { frequency: 'monthly' })
    expect(next).toMatchObject({ period: 1, onDate: '2026-12-16' })
    expect((await list(owner)).series).toMatchObject([{ nextPeriod: 1, hasSettled: false }])
  })

  test('a nearer end ends it; a later one takes it up again with what is to come', async () => {
    const owner = await signUpOnPro(app)
    const series = await owner.make({ frequency: 'weekly', startDate: '2026-11-16' })
    await runAt('2026-11-24T00:00:00Z')
    const ended = await changed(owner, series, { end: { kind: 'count', count: 2 } })
    expect([ended.state, ended.next]).toEqual(['over', null])
    await runAt('2026-12-15T12:00:00Z')
    const again = await changed(owner, ended, { end: { kind: 'date', date: '2026-12-28' } })
    expect([again.state, again.next?.onDate]).toEqual(['running', '2026-12-21'])
    await runAt('2027-02-01T12:00:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-16', '2026-11-23', '2026-12-21', '2026-12-28'])
  })
})

test('deleted, it is not there any more, makes none, and its invoices stay', async () => {
  const owner = await signUpOnPro(app)
  const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-15' })
  await runAt('2026-11-15T12:00:00Z')
  expect((await remove(owner, id)).status).toBe(204)
  await runAt('2026-12-15T12:00:00Z')
  expect(await owner.invoices()).toMatchObject([{ seriesId: id, issueDate: '2026-11-15' }])
  expect((await list(owner)).series).toEqual([])
  expect((await remove(owner, id)).status).toBe(404)
})

test('another business’s is not there', async () => {
  const [owner, stranger] = [await signUpOnPro(app), await signUpOnPro(app)]
  const series = await owner.make()
  const answers = await Promise.all([
    read(stranger, series.id),
    change(stranger, series, { sends: true }),
    pause(stranger, series.id),
    resume(stranger, series.id),
    skip(stranger, series.id, 0),
    remove(stranger, series.id),
    read(stranger, 'nonsense'),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
  expect(await stateOf(read(owner, series.id))).toEqual(['running', '2026-12-31'])
})

test('the list comes newest first, fifty at a time, each once', async () => {
  const owner = await signUpOnPro(app)
  for (let made = 0; made < 52; made++) {
    now = new Date(start.getTime() + Math.floor(made / 3) * 1000)
    await owner.make()
  }
  const first = await list(owner)
  const second = await list(owner, { after: first.next! })
  expect([first.series.length, second.series.length, second.next]).toEqual([50, 2, null])
  const keys = [...first.series, ...second.series].map(({ createdAt, id }) => `${createdAt} ${id}`)
  expect(keys).toEqual([...new Set(keys)].toSorted().toReversed())
  const invalidCursors = [
    '2026-02-31T00:00:00.000Z',
    '2026-11-15T24:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
  ].map((moment) => Buffer.from(`${moment} ${randomUUID()}`).toString('base64url'))
  for (const after of ['nonsense', ...invalidCursors]) {
    const refused = await app.send(contract.listSeries, { query: { after } }, { cookie: owner.cookie })
    expect(await problemOf(refused)).toMatchObject({
      fields: { after: 'This isn’t a valid position in the list.' },
    })
  }
})
