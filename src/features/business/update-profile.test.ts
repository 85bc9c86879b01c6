import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { getSession } from '../auth/contract.ts'
import { createInvoice, getInvoice } from '../invoices/contract.ts'
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
const save = (change: Partial<Change> & Record<string, string> = {}) =>
  app.send(updateProfile, { body: { ...full, ...change } }, { cookie })
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
    timeZone: 'Europe/Zurich',
    logo: null,
  })
})

test('what is saved is what is read, by the session and by new invoices too', async () => {
  const padded = { name: '  Test Owner ', businessName: ' Mill & Works  ', address: `${full.address}\n` }
  const saved = await answerOf(updateProfile, await save(padded))
  expect(saved).toEqual({ ...full, email, logo: null })
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

describe('what a profile takes fits on an invoice', () => {
  const longest: Partial<Change> = {
    businessName: 'b'.repeat(120),
    phone: '1'.repeat(40),
    address: `${'a\n'.repeat(10)}${'z'.repeat(480)}`,
    contactName: 'c'.repeat(120),
  }
  test('at its longest', async () => {
    expect((await save(longest)).status).toBe(200)
    const { name, phone, address, contactName } = await business()
    const company = { name, email, phone, address, contactName }
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
