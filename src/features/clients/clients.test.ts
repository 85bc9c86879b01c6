import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { listClients } from './contract.ts'
import { saveClient } from './save-client.ts'

let app: TestApp
let cookie: string
let owner: { businessId: string; userId: string }
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  owner = { businessId: account.session.business.id, userId: account.session.user.id }
})

const save = ({ currency = 'USD', ...client }: Parameters<typeof clientInput>[0] & { currency?: string }) =>
  withTenant(app.database, owner.businessId, (tx) =>
    saveClient(tx, app.deps.log, owner, { ...clientInput(client), currency }),
  )

async function list(search?: string) {
  const query = search === undefined ? {} : { search }
  const response = await app.send(listClients, { query }, { cookie })
  return (await answerOf(listClients, response)).clients
}
const namesFound = async (search?: string) => (await list(search)).map(({ companyName }) => companyName)

describe('the list', () => {
  test('gives the first twenty by company name, in any case', async () => {
    for (let index = 25; index > 0; index--) {
      const name = `${index % 2 ? 'client' : 'CLIENT'} ${String(index).padStart(2, '0')}`
      await save({ name, email: `${index}@example.com` })
    }
    const names = await namesFound()
    expect(names).toHaveLength(20)
    expect(names.map((name) => Number(name.slice(-2)))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  test('finds a part of the company, the contact or the address, in any case and any script', async () => {
    await save({ name: 'Mühle Ölten', contactName: 'Zoë', email: 'mill@example.com' })
    await save({ name: 'Bakery', contactName: '', email: 'bread@example.org' })
    for (const search of ['MÜHLE ö', 'zOË', 'Mill@EXAMPLE', ' mill ']) {
      expect(await namesFound(search)).toEqual(['Mühle Ölten'])
    }
    expect(await namesFound('example')).toEqual(['Bakery', 'Mühle Ölten'])
    expect(await namesFound('nobody')).toEqual([])
  })

  test('takes wildcards for the characters they are', async () => {
    await save({ name: '100% Wool', email: 'a@example.com' })
    await save({ name: 'under_score', email: 'b@example.com' })
    await save({ name: String.raw`back\slash`, email: 'c@example.com' })
    await save({ name: 'plain', email: 'd@example.com' })
    expect(await namesFound('%')).toEqual(['100% Wool'])
    expect(await namesFound('_')).toEqual(['under_score'])
    expect(await namesFound('\\')).toEqual([String.raw`back\slash`])
    expect(await namesFound('0%w')).toEqual([])
  })

  test('refuses a search for what no text can hold', async () => {
    const response = await app.send(listClients, { query: { search: 'a\0b' } }, { cookie })
    expect(response.status).toBe(422)
  })

  test('holds nobody else’s clients', async () => {
    await save({ name: 'Ours' })
    const other = await app.signUpAndIn()
    const response = await app.send(listClients, { query: {} }, { cookie: other.cookie })
    expect((await answerOf(listClients, response)).clients).toEqual([])
  })
})

describe('saving the client of an invoice', () => {
  test('makes one for a new address, and for the same address in other letters none', async () => {
    const one = await makeInvoice(app, cookie, { client: clientInput({ email: 'Client@Example.com' }) })
    const two = await makeInvoice(app, cookie, { client: clientInput({ email: 'client@example.com ' }) })
    expect(two.client.id).toBe(one.client.id)
    expect(await list()).toHaveLength(1)
  })

  test('typed in anew, it takes what is new and loses nothing that was left empty', async () => {
    const tax = { country: 'DE', taxId: 'DE123456788', taxTreatment: 'reverse_charge' } as const
    const id = await save({ phone: '1', address: 'Here', contactName: 'Ann', ...tax })
    expect(await save({ name: 'New Name', phone: '2' })).toBe(id)
    expect(await list()).toEqual([
      {
        id,
        companyName: 'New Name',
        contactName: 'Ann',
        email: 'client@example.com',
        phone: '2',
        address: 'Here',
        currency: null,
        ...tax,
      },
    ])
  })

  test('chosen from the list, it becomes exactly what the form says, empty fields too', async () => {
    const id = await save({ phone: '1', address: 'Here' })
    expect(await save({ id, phone: '', address: '' })).toBe(id)
    expect(await save({ id, name: 'New Name' })).toBe(id)
    expect(await list()).toMatchObject([{ id, companyName: 'New Name', phone: '', address: '' }])
  })

  test('chosen from the list, it is taxed as the form says', async () => {
    const tax = { country: 'DE', taxId: 'DE123456788', taxTreatment: 'reverse_charge' } as const
    const id = await save(tax)
    expect(await list()).toMatchObject([tax])
    await save({ id, country: 'FR', taxId: '', taxTreatment: 'standard' })
    expect(await list()).toMatchObject([{ id, country: 'FR', taxId: '', taxTreatment: 'standard' }])
    await save({ country: 'AT', taxId: 'ATU12345675', taxTreatment: 'exempt' })
    expect(await list()).toMatchObject([{ id, country: 'AT', taxId: 'ATU12345675', taxTreatment: 'exempt' }])
  })

  test('chosen and with another address that is free, it moves there', async () => {
    const id = await save({ phone: '1' })
    expect(await save({ id, email: 'moved@example.com', phone: '1' })).toBe(id)
    expect(await list()).toMatchObject([{ id, email: 'moved@example.com', phone: '1' }])
  })

  test('chosen and with another client’s address, it is that other client', async () => {
    const id = await save({ name: 'One', email: 'one@example.com' })
    const other = await save({ name: 'Other', email: 'other@example.com' })
    expect(await save({ id, name: 'One', email: 'other@example.com' })).toBe(other)
    const known = (await list()).map(({ companyName, email }) => `${companyName} ${email}`)
    expect(known.toSorted()).toEqual(['One one@example.com', 'One other@example.com'])
  })

  test('chosen and with another name and address, it is somebody new', async () => {
    const id = await save({ name: 'One', email: 'one@example.com' })
    expect(await save({ id, name: 'Two', email: 'two@example.com' })).not.toBe(id)
    expect(await list()).toHaveLength(2)
  })

  test('another business’s client cannot be chosen', async () => {
    const foreign = await save({ name: 'Theirs', email: 'theirs@example.com' })
    const other = await app.signUpAndIn()
    const client = clientInput({ id: foreign, name: 'Theirs', email: 'moved@example.com' })
    const made = await makeInvoice(app, other.cookie, { client })
    expect(made.client.id).not.toBe(foreign)
    expect(await list()).toMatchObject([{ id: foreign, email: 'theirs@example.com' }])
  })

  test('chosen and moving to an address that another save takes at this moment, it is that other client', async () => {
    const id = await save({ name: 'One', email: 'one@example.com' })
    const { underWay, other } = await withTenant(app.database, owner.businessId, async (tx) => {
      const taken = { ...clientInput({ name: 'Other', email: 'moved@example.com' }), currency: 'USD' }
      const saved = await saveClient(tx, app.deps.log, owner, taken)
      const moving = save({ id, name: 'One', email: 'moved@example.com', phone: '1' })
      await waitForLock(app.url)
      return { underWay: moving, other: saved }
    })
    expect(await underWay).toBe(other)
    const known = (await list()).toSorted((a, b) => a.email.localeCompare(b.email))
    expect(known).toMatchObject([
      { id: other, companyName: 'One', email: 'moved@example.com', phone: '1' },
      { id, companyName: 'One', email: 'one@example.com' },
    ])
  })

  test('remembers the currency of its newest invoice, and none for the home currency', async () => {
    const id = await save({ currency: 'EUR' })
    expect(await list()).toMatchObject([{ id, currency: 'EUR' }])
    await save({ currency: 'GBP' })
    expect(await list()).toMatchObject([{ id, currency: 'GBP' }])
    await save({ id, currency: 'CHF', phone: '1' })
    expect(await list()).toMatchObject([{ id, currency: 'CHF', phone: '1' }])
    await save({ currency: 'USD' })
    expect(await list()).toMatchObject([{ id, currency: null }])
  })

  test('unchanged, it is only read', async () => {
    const rowVersion = async () => {
      const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
        client.query<{ xmin: string }>('select xmin::text from clients'),
      )
      return rows
    }
    for (const currency of ['USD', 'EUR']) {
      await save({ currency })
      const before = await rowVersion()
      await save({ currency })
      expect(await rowVersion()).toEqual(before)
    }
  })

  test('many saves of one new address at once make one client', async () => {
    await setPlan(app, owner.businessId, 'pro')
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => save({ phone: String(index % 3), email: 'many@example.com' })),
    )
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toEqual(expect.any(String))
    expect(await list()).toHaveLength(1)
  })
})
