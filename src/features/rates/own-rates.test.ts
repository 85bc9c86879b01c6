import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { deleteRate, listRates, saveRate } from './contract.ts'
import { startRateJobs } from './start-rate-jobs.ts'

type Body = RequestOf<typeof saveRate>['body']

let app: TestApp
let cookie: string
let businessId: string
// Shortly after midnight in Zurich, where the businesses are.
const now = () => new Date('2026-11-17T23:30:00Z')

beforeAll(async () => {
  app = await createTestApp({ now })
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const sendRate = (body: Body) => app.send(saveRate, { body }, { cookie })
const save = async (body: Body) => answerOf(saveRate, await sendRate(body))
const remove = (currency: string, day: string) =>
  app.send(deleteRate, { params: { currency, day } }, { cookie })
const list = async () => answerOf(listRates, await app.send(listRates, {}, { cookie }))
const run = (sql: string, id = businessId) => withTenant(app.database, id, ({ client }) => client.query(sql))
const euro = { currency: 'EUR', day: '2026-11-10', rate: '1.0843' }

test('a business that uses no other currency has nothing to see', async () => {
  expect(await list()).toEqual({ currency: 'USD', current: [], own: [] })
})

test('rates are added, changed, listed with the newest first, and removed', async () => {
  expect(await save(euro)).toEqual(euro)
  const pound = { currency: 'GBP', day: '2026-11-18', rate: '1.25' }
  expect(await save({ ...pound, rate: ' 1.2500 ' })).toEqual(pound)
  expect(await save({ ...euro, rate: '1.09' })).toEqual({ ...euro, rate: '1.09' })
  expect(await list()).toEqual({
    currency: 'USD',
    current: [
      { currency: 'EUR', rate: '1.09', ratedOn: '2026-11-10', source: 'own' },
      { currency: 'GBP', rate: '1.25', ratedOn: '2026-11-18', source: 'own' },
    ],
    own: [pound, { ...euro, rate: '1.09' }],
  })
  expect((await remove('EUR', euro.day)).status).toBe(204)
  expect((await list()).own).toEqual([pound])
  const again = await remove('EUR', euro.day)
  expect(again.status).toBe(404)
  expect((await problemOf(again)).message).toBe('This rate no longer exists.')
})

test('each currency in use has the rate in force today: the own one, else the reference rate, else none', async () => {
  await app.database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values
       ('USD', '2026-11-16', 1.08, 'Test Bank'), ('USD', '2026-11-17', 1.10, 'Test Bank'), ('USD', '2026-11-19', 9, 'Test Bank'),
       ('GBP', '2026-11-17', 0.88, 'Test Bank')
     on conflict do nothing`,
  )
  await run(
    `insert into clients (business_id, created_by, company_name, email, currency)
     values ('${businessId}', '${businessId}', 'A', 'a@example.com', 'GBP')`,
  )
  await run(
    `insert into expenses (business_id, id, created_by, amount_minor, currency, category, date, created_at, updated_at)
     select '${businessId}', gen_random_uuid(), '${businessId}', 1, currency, 'Rent', '2026-11-10', now(), now()
     from unnest(array['EUR', 'CHF', 'USD']) currency`,
  )
  const { current } = await list()
  expect(current).toEqual([
    { currency: 'CHF', rate: null, ratedOn: null, source: null },
    { currency: 'EUR', rate: '1.1', ratedOn: '2026-11-17', source: 'Test Bank' },
    { currency: 'GBP', rate: '1.25', ratedOn: '2026-11-17', source: 'Test Bank' },
  ])
  await save(euro)
  expect((await list()).current[1]).toEqual({
    currency: 'EUR',
    rate: '1.0843',
    ratedOn: '2026-11-10',
    source: 'own',
  })
})

describe('what is no rate is refused at its field', () => {
  test.each([
    [{ rate: '0' }, { rate: 'The rate must be more than 0.' }],
    [{ rate: '0.000' }, { rate: 'The rate must be more than 0.' }],
    [{ rate: '-1.5' }, { rate: 'The rate must be more than 0.' }],
    [{ rate: '' }, { rate: 'Please enter a number such as 1.0843.' }],
    [{ rate: 'much' }, { rate: 'Please enter a number such as 1.0843.' }],
    [{ rate: '1,08' }, { rate: 'Please enter a number such as 1.0843.' }],
    [{ rate: '1e5' }, { rate: 'Please enter a number such as 1.0843.' }],
    [{ rate: 'NaN' }, { rate: 'Please enter a number such as 1.0843.' }],
    [
      { rate: '1234567890123' },
      { rate: 'Please use at most 12 digits before the decimal point and 12 after it.' },
    ],
    [
      { rate: '1.1234567890123' },
      { rate: 'Please use at most 12 digits before the decimal point and 12 after it.' },
    ],
    [{ rate: '999999999999' }, { rate: 'This rate is too large.' }],
    [{ currency: 'XXX' }, { currency: 'We don’t know this currency.' }],
    [{ currency: 'eur' }, { currency: 'We don’t know this currency.' }],
    [{ currency: 'USD' }, { currency: 'This is your home currency. Please choose another one.' }],
    [{ day: '2026-11-19' }, { day: 'The day can’t be in the future.' }],
    [{ day: '2026-02-30' }, { day: 'Please enter a date.' }],
    [{ day: '' }, { day: 'Please enter a date.' }],
    [
      { rate: '0', currency: 'XXX' },
      { rate: 'The rate must be more than 0.', currency: 'We don’t know this currency.' },
    ],
    [{ source: 'own' }, { source: 'This field isn’t recognized.' }],
  ])('%j', async (change, fields) => {
    const answer = await sendRate({ ...euro, ...change })
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).fields).toEqual(fields)
    expect((await list()).own).toEqual([])
  })

  test('and today in the business’s own zone is not the future', async () => {
    expect((await sendRate({ ...euro, day: '2026-11-18' })).status).toBe(200)
  })

  test('the smallest and the largest that make sense are taken', async () => {
    expect((await save({ ...euro, rate: '0.000000000001' })).rate).toBe('0.000000000001')
    expect((await save({ ...euro, rate: '90000.5' })).rate).toBe('90000.5')
  })
})

test('an address that names no rate is not found', async () => {
  for (const [currency, day] of [
    ['EUR', '2026-11-01'],
    ['euro', '2026-11-01'],
    ['EUR', 'yesterday'],
  ] as const) {
    expect((await remove(currency, day)).status).toBe(404)
  }
})

test('a thousand rates are enough', async () => {
  await run(
    `insert into exchange_rates (business_id, currency, day, rate, created_by)
     select '${businessId}', 'EUR', date '2026-11-01' - n, 1, '${businessId}' from generate_series(1, 1000) n`,
  )
  const refused = await sendRate(euro)
  expect(refused.status).toBe(422)
  expect((await problemOf(refused)).message).toBe(
    'You can keep at most 1000 rates. Please remove one you no longer need.',
  )
  expect((await list()).own).toHaveLength(1000)
  expect((await sendRate({ ...euro, day: '2026-10-31' })).status).toBe(200)
})

test('another business sees none of them, and removes none', async () => {
  await save(euro)
  const mine = cookie
  cookie = (await app.signUpAndIn()).cookie
  expect(await list()).toEqual({ currency: 'USD', current: [], own: [] })
  expect((await remove(euro.currency, euro.day)).status).toBe(404)
  await save({ ...euro, rate: '2' })
  cookie = mine
  expect((await list()).own).toEqual([euro])
})

test('what waited for a rate has it soon after it was entered, and keeps it when the rate is changed or removed', async () => {
  await startRateJobs({
    ...app.deps,
    ratesSource: { url: undefined, name: '' },
    allowPrivateAddresses: false,
  })
  await run(
    `insert into expenses (business_id, id, created_by, amount_minor, currency, category, date, created_at, updated_at)
     values ('${businessId}', gen_random_uuid(), '${businessId}', 1000, 'CAD', 'Rent', '2026-01-10', now(), now())`,
  )
  const homeMinor = async () => (await run('select home_minor::int as minor from expenses')).rows
  expect(await homeMinor()).toEqual([{ minor: null }])
  const canadian = { currency: 'CAD', day: '2026-01-05', rate: '0.7' }
  await save(canadian)
  await expect.poll(homeMinor).toEqual([{ minor: 700 }])
  await save({ ...canadian, rate: '0.8' })
  await remove('CAD', '2026-01-05')
  expect(await homeMinor()).toEqual([{ minor: 700 }])
})
