import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

const { createTaxRate, deleteTaxRate, listTaxRates, updateTaxRate } = contract
type Body = RequestOf<typeof createTaxRate>['body']

let app: TestApp
let cookie: string
let businessId: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const sendNew = (body: Body) => app.send(createTaxRate, { body }, { cookie })
const sendChange = (id: string, body: Body) => app.send(updateTaxRate, { params: { id }, body }, { cookie })
const create = async (body: Body) => answerOf(createTaxRate, await sendNew(body))
const change = async (id: string, body: Body) => answerOf(updateTaxRate, await sendChange(id, body))
const remove = (id: string) => app.send(deleteTaxRate, { params: { id } }, { cookie })
const list = async () => (await answerOf(listTaxRates, await app.send(listTaxRates, {}, { cookie }))).taxRates
const defaults = async () => (await list()).filter((rate) => rate.isDefault).map((rate) => rate.name)

test('rates are kept, listed by name, changed and removed', async () => {
  const vat = await create({ name: ' VAT ', rate: 7700, description: 'The usual one' })
  expect(vat).toEqual({
    id: expect.any(String),
    name: 'VAT',
    rate: 7700,
    description: 'The usual one',
    isDefault: false,
  })
  const gst = await create({ name: 'gst', rate: 0 })
  const pst = await create({ name: 'PST', rate: 100_000 })
  expect(await list()).toEqual([gst, pst, vat])
  const changed = await change(vat.id, { name: 'A-VAT', rate: 8100 })
  expect(changed).toEqual({ id: vat.id, name: 'A-VAT', rate: 8100, description: '', isDefault: false })
  expect(await list()).toEqual([changed, gst, pst])
  expect((await remove(gst.id)).status).toBe(204)
  expect(await list()).toEqual([changed, pst])
})

test('what is no rate is refused at its field', async () => {
  const bad: [Body & { businessId?: string }, string][] = [
    [{ name: '', rate: 1 }, 'name'],
    [{ name: '   ', rate: 1 }, 'name'],
    [{ name: 'x'.repeat(61), rate: 1 }, 'name'],
    [{ name: 'VAT', rate: -1 }, 'rate'],
    [{ name: 'VAT', rate: 100_001 }, 'rate'],
    [{ name: 'VAT', rate: 7.7 }, 'rate'],
    [{ name: 'VAT', rate: 1, description: 'x'.repeat(201) }, 'description'],
    [{ name: 'VAT', rate: 1, businessId: crypto.randomUUID() }, 'businessId'],
  ]
  for (const [body, field] of bad) {
    const answer = await sendNew(body)
    expect([body, answer.status]).toEqual([body, 422])
    expect(Object.keys((await problemOf(answer)).fields ?? {})).toEqual([field])
  }
  expect(await list()).toEqual([])
})

describe('a name', () => {
  test('is taken in whatever case it is written, at both making and changing', async () => {
    const vat = await create({ name: 'VAT', rate: 7700 })
    const gst = await create({ name: 'GST', rate: 500 })
    for (const answer of [
      await sendNew({ name: 'vat', rate: 1 }),
      await sendChange(gst.id, { name: 'Vat', rate: 1 }),
    ]) {
      expect(answer.status).toBe(409)
      expect(await problemOf(answer)).toMatchObject({
        code: 'NAME_TAKEN',
        fields: { name: 'You already have a tax rate with this name.' },
      })
    }
    expect(await list()).toEqual([gst, vat])
    expect((await change(vat.id, { name: 'vat', rate: 7700 })).name).toBe('vat')
  })

  test('ten times at once makes one rate', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendNew({ name: 'VAT', rate: 7700 })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await list()).toHaveLength(1)
  })

  test('that is taken leaves the default where it was', async () => {
    await create({ name: 'VAT', rate: 7700, isDefault: true })
    await create({ name: 'GST', rate: 500 })
    expect((await sendNew({ name: 'gst', rate: 1, isDefault: true })).status).toBe(409)
    expect(await defaults()).toEqual(['VAT'])
  })
})

describe('the default', () => {
  test('passes to the rate that was last made it', async () => {
    const vat = await create({ name: 'VAT', rate: 7700, isDefault: true })
    const gst = await create({ name: 'GST', rate: 500, isDefault: true })
    expect(await defaults()).toEqual(['GST'])
    await change(vat.id, { name: 'VAT', rate: 7700, isDefault: true })
    expect(await defaults()).toEqual(['VAT'])
    await change(vat.id, { name: 'VAT', rate: 8100, isDefault: true })
    expect(await defaults()).toEqual(['VAT'])
    await change(gst.id, { name: 'GST', rate: 600 })
    expect(await defaults()).toEqual(['VAT'])
    await change(vat.id, { name: 'VAT', rate: 8100 })
    expect(await defaults()).toEqual([])
  })

  test('is one also when many rates become it at once', async () => {
    const made = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((name) => create({ name, rate: 1, isDefault: true })),
    )
    expect(await defaults()).toHaveLength(1)
    const changed = await Promise.all([
      ...made.map(({ id, name }) => change(id, { name, rate: 2, isDefault: true })),
      ...['F', 'G', 'H'].map((name) => create({ name, rate: 2, isDefault: true })),
    ])
    expect(changed.every((rate) => rate.isDefault)).toBe(true)
    expect(await defaults()).toHaveLength(1)
    expect(await list()).toHaveLength(8)
  })
})

test('fifty rates are enough, also when more come at once', async () => {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into tax_rates (business_id, name, rate) select $1, 'Rate ' || n, 1 from generate_series(1, 48) n`,
      [businessId],
    ),
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => sendNew({ name: `More ${index}`, rate: 1 })),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 422, 422, 422, 422])
  const refused = answers.find((answer) => answer.status === 422)!
  expect(await problemOf(refused)).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('at most 50 tax rates'),
  })
  const rates = await list()
  expect(rates).toHaveLength(50)
  // A full list can still be changed, and has room again once one is gone.
  expect((await sendChange(rates[0]!.id, { name: 'Renamed', rate: 5 })).status).toBe(200)
  expect((await remove(rates[1]!.id)).status).toBe(204)
  expect((await sendNew({ name: 'Room again', rate: 1 })).status).toBe(200)
})

test('another business sees none of them, and its rates are not there for this one', async () => {
  const mine = await create({ name: 'VAT', rate: 7700, isDefault: true })
  const first = cookie
  cookie = (await app.signUpAndIn()).cookie
  expect(await list()).toEqual([])
  for (const id of [mine.id, crypto.randomUUID(), 'no-id']) {
    const answers = [await sendChange(id, { name: 'Mine', rate: 1, isDefault: true }), await remove(id)]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect((await problemOf(answer)).code).toBe('NOT_FOUND')
    }
  }
  await create({ name: 'VAT', rate: 1, isDefault: true })
  expect(await defaults()).toEqual(['VAT'])
  cookie = first
  expect(await list()).toEqual([mine])
})
