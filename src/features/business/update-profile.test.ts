import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { getSession } from '../auth/contract.ts'
import { createInvoice, getInvoice } from '../invoices/contract.ts'
import { listRates, saveRate } from '../rates/contract.ts'
import { getBusiness, getProfile, updateProfile } from './contract.ts'

type Change = RequestOf<typeof updateProfile>['body']

let app: TestApp
let cookie: string
let email: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn({ name: 'Ada Owner', businessName: 'Mill Works' })
  cookie = person.cookie
  email = person.session.user.email
})

const full: Change = {
  name: 'Test Owner',
  businessName: 'Mill & Works',
  phone: '+41 44 000 00 01',
  address: '2 Mill Lane\n8000 Zurich',
  contactName: 'Accounts',
  businessEmail: 'accounts@example.com',
  timeZone: 'America/New_York',
}
const save = (change: object = {}) => app.send(updateProfile, { body: { ...full, ...change } }, { cookie })
const read = async () => answerOf(getProfile, await app.send(getProfile, {}, { cookie }))
const business = async () => answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
const session = async () => (await answerOf(getSession, await app.send(getSession, {}, { cookie }))).session

test('the profile begins with what was said at sign-up', async () => {
  expect(await read()).toEqual({
    name: 'Ada Owner',
    email,
    businessName: 'Mill Works',
    phone: '',
    address: '',
    contactName: '',
    businessEmail: '',
    country: '',
    taxId: '',
    timeZone: 'Europe/Zurich',
    currency: 'USD',
    isCurrencyFixed: false,
    locale: 'en-US',
    logo: null,
  })
})

test('what is saved is what is read, by the session and by new invoices too', async () => {
  const padded = { name: '  Test Owner ', businessName: ' Mill & Works  ', address: `${full.address}\n` }
  const saved = await answerOf(updateProfile, await save(padded))
  const money = { currency: 'USD', isCurrencyFixed: false, locale: 'en-US' }
  expect(saved).toEqual({ ...full, ...money, country: '', taxId: '', email, logo: null })
  expect(await read()).toEqual(saved)
  expect(await session()).toMatchObject({
    user: { name: 'Test Owner', email },
    business: { name: 'Mill & Works', timeZone: 'America/New_York' },
  })
  expect(await business()).toMatchObject({
    name: 'Mill & Works',
    phone: full.phone,
    address: full.address,
    contactName: 'Accounts',
    email: 'accounts@example.com',
  })
})

test('without a contact name and an address, new invoices carry the owner’s, as they are now', async () => {
  await save({ contactName: ' ', businessEmail: '' })
  expect(await read()).toMatchObject({ contactName: '', businessEmail: '', name: 'Test Owner' })
  expect(await business()).toMatchObject({ contactName: 'Test Owner', email })
  // An invoice with what the form took from the owner says nothing new about the business.
  const { company } = invoiceInput()
  await makeInvoice(app, cookie, { company: { ...company, contactName: 'Test Owner', email } })
  expect(await read()).toMatchObject({ contactName: '', businessEmail: '' })
})

test('an invoice that exists stays as it was written', async () => {
  const { id } = await makeInvoice(app, cookie)
  const invoice = async () => answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie }))
  const before = await invoice()
  expect((await save()).status).toBe(200)
  expect(await invoice()).toEqual(before)
})

describe('the home currency', () => {
  const own = async () => (await answerOf(listRates, await app.send(listRates, {}, { cookie }))).own

  test('can be changed before the first amount, with the number format, and the session has both', async () => {
    const saved = await answerOf(updateProfile, await save({ currency: 'EUR', locale: 'de-DE' }))
    expect(saved).toMatchObject({ currency: 'EUR', locale: 'de-DE', isCurrencyFixed: false })
    expect(await business()).toMatchObject({ currency: 'EUR', locale: 'de-DE' })
    expect((await session())?.business).toMatchObject({ currency: 'EUR', locale: 'de-DE' })
    expect((await save()).status).toBe(200)
    expect(await read()).toMatchObject({ currency: 'EUR', locale: 'de-DE' })
  })

  test('takes with it the rates that were entered in the one before', async () => {
    const body = { currency: 'GBP', day: '2026-01-05', rate: '1.25' }
    expect((await app.send(saveRate, { body }, { cookie })).status).toBe(200)
    await save({ currency: 'USD' })
    expect(await own()).toEqual([body])
    await save({ currency: 'EUR' })
    expect(await own()).toEqual([])
  })

  test('stays once there is an amount, and the rest of the profile is not saved halfway', async () => {
    await makeInvoice(app, cookie)
    const before = await read()
    expect(before).toMatchObject({ currency: 'USD', isCurrencyFixed: true })
    const refused = await save({ currency: 'EUR' })
    expect(refused.status).toBe(409)
    const message = 'Amounts are stored in USD already, so the home currency can’t be changed anymore.'
    expect(await problemOf(refused)).toMatchObject({
      code: 'CURRENCY_FIXED',
      message,
      fields: { currency: message },
    })
    expect(await read()).toEqual(before)
    // The same currency is no change, and the number format stays free.
    expect((await save({ currency: 'USD', locale: 'de-CH' })).status).toBe(200)
    expect(await read()).toMatchObject({ currency: 'USD', locale: 'de-CH' })
  })

  test('is changed or fixed by an invoice, whichever comes first, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await app.signUpAndIn()
      cookie = person.cookie
      const body = { ...invoiceInput(), requestId: randomUUID() }
      const [changed, made] = await Promise.all([
        save({ currency: 'JPY' }),
        app.send(createInvoice, { body }, { cookie }),
      ])
      expect(made.status).toBe(200)
      const { currency } = await read()
      expect(currency).toBe(changed.status === 200 ? 'JPY' : 'USD')
      const { rows } = await withTenant(app.database, person.session.business.id, ({ client }) =>
        client.query('select needs_rate as "needsRate" from invoices'),
      )
      // In another currency than the home currency, an invoice waits for its rate.
      expect(rows).toEqual([{ needsRate: currency !== 'USD' }])
    }
  })
})

describe('what a profile takes fits on an invoice', () => {
  const longest: Partial<Change> = {
    businessName: 'b'.repeat(120),
    phone: '1'.repeat(40),
    address: `${'a\n'.repeat(10)}${'z'.repeat(480)}`,
    contactName: 'c'.repeat(120),
    country: 'KE',
    taxId: 't'.repeat(40),
  }
  test('at its longest', async () => {
    expect((await save(longest)).status).toBe(200)
    const { name, phone, address, contactName, country, taxId } = await business()
    const company = { name, email, phone, address, contactName, country, taxId }
    const body = { ...invoiceInput({ company }), requestId: randomUUID() }
    expect((await app.send(createInvoice, { body }, { cookie })).status).toBe(200)
  })

  test.each([
    ['name', ' ', 'Please enter your full name.'],
    ['businessName', '', 'Please enter your business name.'],
    ['businessName', 'b'.repeat(121), 'Please use at most 120 characters for your business name.'],
    ['phone', '1'.repeat(41), 'Please use at most 40 characters.'],
    ['address', 'a'.repeat(501), 'Please use at most 500 characters.'],
    ['address', `${'a\n'.repeat(11)}z`, 'Please use at most 10 line breaks.'],
    ['contactName', 'c'.repeat(121), 'Please use at most 120 characters.'],
    ['contactName', 'a\0b', 'This text contains a character that can’t be saved.'],
    ['businessEmail', 'accounts', 'Please enter a valid email address.'],
    ['timeZone', '', 'We don’t recognize this time zone.'],
    ['timeZone', 'Mars/Olympus_Mons', 'We don’t recognize this time zone.'],
    ['timeZone', '+05:00', 'We don’t recognize this time zone.'],
    ['timeZone', 'IST', 'We don’t recognize this time zone.'],
    ['currency', 'EURO', 'We don’t know this currency.'],
    ['currency', 'XXX', 'We don’t know this currency.'],
    ['locale', 'de', 'We don’t know this number format.'],
    ['locale', '', 'We don’t know this number format.'],
    // Known here, but not to Postgres.
    ['timeZone', 'US/Pacific-New', 'We don’t recognize this time zone.'],
  ] as const)('%s cannot be %j', async (field, value, message) => {
    const before = await read()
    const answer = await save({ [field]: value })
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).fields).toEqual({ [field]: message })
    expect(await read()).toEqual(before)
  })
})

test('the address of the account and what is the platform’s cannot be changed here', async () => {
  for (const more of [{ email: 'eve@example.com' }, { plan: 'enterprise' }, { role: 'admin' }]) {
    expect((await save(more)).status).toBe(422)
  }
  expect(await read()).toMatchObject({ email, businessName: 'Mill Works' })
})

test('the profile of one business changes nothing of another', async () => {
  const other = await app.signUpAndIn({ name: 'Bea Other', businessName: 'Other Works' })
  await save()
  const theirs = await app.send(getProfile, {}, { cookie: other.cookie })
  expect(await answerOf(getProfile, theirs)).toMatchObject({ name: 'Bea Other', businessName: 'Other Works' })
})

test('when the name cannot be written, the answer is a failure, and saving again mends it', async () => {
  const owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  try {
    await owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
      create trigger refuse before update of name on auth.users for each row execute function refuse()`)
    expect((await save()).status).toBe(500)
  } finally {
    await owner.query('drop function refuse cascade')
    await owner.end()
  }
  expect(await read()).toMatchObject({ name: 'Ada Owner', businessName: 'Mill & Works' })
  expect((await save()).status).toBe(200)
  expect(await read()).toMatchObject({ name: 'Test Owner', businessName: 'Mill & Works' })
})
