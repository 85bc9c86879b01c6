import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { updateInvoice } from '../invoices/contract.ts'
import { type Item, listItems, removeItem, saveItem } from './contract.ts'
import { rememberLines } from './save-item.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 10 })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const find = async (search = '', currency = 'USD'): Promise<Item[]> =>
  (await answerOf(listItems, await app.send(listItems, { query: { search, currency } }, { cookie }))).items
const save = async (description: string, rateMinor = 100, currency = 'USD') =>
  answerOf(
    saveItem,
    await app.send(saveItem, { body: { description, rateMinor, currency, taxNames: null } }, { cookie }),
  )
const remember = (description: string, rateMinor = 100) =>
  withTenant(app.database, businessId, (tx) =>
    rememberLines(tx, businessId, {
      currency: 'USD',
      lines: [{ description, rateMinor, taxNames: null }],
      before: [],
    }),
  )
const namesOf = (items: Item[]) => items.map(({ description }) => description)

const lines = (...descriptions: string[]) => ({
  charge: {
    kind: 'lines' as const,
    taxIncluded: false,
    lines: descriptions.map((description) => ({ description, quantity: 1000, rateMinor: 5000 })),
    discount: null,
    taxes: [],
    fees: [],
  },
})

test('the lines of a saved invoice are suggested for the next one, with their last rate', async () => {
  await makeInvoice(app, cookie, lines('Logo design', 'Hosting'))
  expect(await find('LOGO')).toMatchObject([{ description: 'Logo design', rateMinor: 5000, currency: 'USD' }])
  await save('logo design', 7500)
  expect(await find('logo')).toMatchObject([{ description: 'logo design', rateMinor: 7500 }])
})

test('what begins with the text comes first, then what is used often; wildcards are characters', async () => {
  await save('Web design')
  await remember('Design')
  await remember('Design review')
  await remember('Design review')
  await save('100% wool')
  expect(namesOf(await find('design'))).toEqual(['Design review', 'Design', 'Web design'])
  expect(namesOf(await find('%'))).toEqual(['100% wool'])
  expect(namesOf(await find('0%w'))).toEqual([])
})

test('at most eight are suggested, and a description once: in the currency that is asked for', async () => {
  for (let index = 0; index < 10; index++) await save(`Item ${index}`)
  expect(await find('item')).toHaveLength(8)
  await save('Travel', 100)
  await save('Travel', 90, 'EUR')
  expect(await find('travel', 'EUR')).toMatchObject([{ rateMinor: 90, currency: 'EUR' }])
  expect(await find('travel', 'GBP')).toHaveLength(1)
})

test('a removed item does not return with the next change of its invoice', async () => {
  const made = await makeInvoice(app, cookie, lines('Logo design'))
  const [item] = await find('logo')
  await app.send(removeItem, { params: { id: item!.id } }, { cookie })
  expect(await find('logo')).toEqual([])
  const again = await app.send(removeItem, { params: { id: item!.id } }, { cookie })
  expect(again.status).toBe(404)
  const body = { ...invoiceInput(lines('Logo design', 'Hosting')), version: made.version }
  await answerOf(updateInvoice, await app.send(updateInvoice, { params: { id: made.id }, body }, { cookie }))
  expect(namesOf(await find())).toEqual(['Hosting'])
})

test('the same lines saved many times at once make one item', async () => {
  await Promise.all(Array.from({ length: 12 }, () => remember('Consulting')))
  expect(await find('consulting')).toHaveLength(1)
})

test('a line that another invoice is saving is left to it, without waiting', async () => {
  await remember('Design')
  await remember('Hosting')
  const together = ['Hosting', 'Design', 'Travel'].map((description) => ({
    description,
    rateMinor: 300,
    taxNames: null,
  }))
  await withTenant(app.database, businessId, async (tx) => {
    await rememberLines(tx, businessId, {
      currency: 'USD',
      lines: [{ description: 'Design', rateMinor: 200, taxNames: null }],
      before: [],
    })
    await withTenant(app.database, businessId, (other) =>
      rememberLines(other, businessId, { currency: 'USD', lines: together, before: [] }),
    )
  })
  expect((await find()).map(({ description, rateMinor }) => [description, rateMinor]).toSorted()).toEqual([
    ['Design', 200],
    ['Hosting', 300],
    ['Travel', 300],
  ])
})

test('beyond the limit, the items that were not used for the longest time go', async () => {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into items (business_id, description, rate_minor, currency, last_used_at)
       select $1, 'Old ' || n, 1, 'USD', now() - n * interval '1 minute' from generate_series(1, 2000) n`,
      [businessId],
    ),
  )
  await remember('Newest')
  expect(await find('old 2000')).toEqual([])
  expect(await find('old 1999')).toHaveLength(1)
  expect(await find('newest')).toHaveLength(1)
})

test('another business sees none of them', async () => {
  await save('Ours')
  const other = await app.signUpAndIn()
  const response = await app.send(listItems, { query: {} }, { cookie: other.cookie })
  expect((await answerOf(listItems, response)).items).toEqual([])
})
