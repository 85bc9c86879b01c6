import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { signUpToEstimate } from '../../../test/support/fixtures/estimates.ts'
import { signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { formatAmount } from '../../shared/money.ts'
import { find } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const findAs = async (cookie: string, text: string) =>
  answerOf(find, await app.send(find, { query: { text } }, { cookie }))

async function makeBusiness() {
  const owner = await signUpToSpend(app)
  const { cookie, businessId } = owner
  const invoice = await makeInvoice(app, cookie, {
    client: clientInput({ name: 'Corner Bakery', email: 'bread@example.com' }),
    charge: { kind: 'amount', amountMinor: 123_456 },
  })
  await owner.make({ amountMinor: 123_456, category: 'Rent', date: '2026-03-01', notes: 'Oven room' })
  return { cookie, businessId, invoice }
}

test('finds a client by name with its invoices', async () => {
  const { cookie, invoice } = await makeBusiness()
  const found = await findAs(cookie, 'corner')
  expect(found.clients).toEqual([
    { id: invoice.client.id, title: 'Corner Bakery', detail: 'bread@example.com' },
  ])
  expect(found.invoices).toMatchObject([{ id: invoice.id, title: invoice.number, amountMinor: 123_456 }])
  expect(found.expenses).toEqual([])
})

test('finds an invoice by the beginning of its number', async () => {
  const { cookie, invoice } = await makeBusiness()
  const { clients, invoices } = await findAs(cookie, `#${invoice.number.slice(0, 5).toLowerCase()}`)
  expect(clients).toEqual([])
  expect(invoices.map(({ id }) => id)).toEqual([invoice.id])
})

test('finds invoices and expenses by their amount, in the decimals of each currency', async () => {
  const { cookie, invoice } = await makeBusiness()
  for (const text of ['1234.56', '$1,234.56']) {
    const { invoices, expenses } = await findAs(cookie, text)
    expect(invoices.map(({ id }) => id)).toEqual([invoice.id])
    expect(expenses).toMatchObject([
      { title: 'Rent', detail: 'Oven room', date: '2026-03-01', currency: 'USD', amountMinor: 123_456 },
    ])
  }
  expect(await findAs(cookie, '123456')).toMatchObject({ invoices: [], expenses: [] })
})

test('finds an estimate by client, number and amount', async () => {
  const { cookie, make } = await signUpToEstimate(app)
  const { id, number, totalMinor } = await make()
  for (const text of ['test client', number.slice(0, 5), formatAmount(totalMinor, { currency: 'USD' })]) {
    const { estimates } = await findAs(cookie, text)
    expect(estimates).toMatchObject([
      { id, title: number, detail: 'Test Client · Open', amountMinor: totalMinor },
    ])
  }
})

test('finds expenses only for members who may see them', async () => {
  const { businessId, invoice } = await makeBusiness()
  const foundBy = async (role: 'sales' | 'viewer') => {
    const member = await addMember(app, businessId, role)
    return answerOf(find, await app.send(find, { query: { text: '1234.56' } }, member))
  }
  const [sales, viewer] = [await foundBy('sales'), await foundBy('viewer')]
  expect(sales.invoices.map(({ id }) => id)).toEqual([invoice.id])
  expect(sales.expenses).toEqual([])
  expect(viewer.expenses).toMatchObject([{ title: 'Rent' }])
})

test('finds nothing of another business', async () => {
  const { invoice } = await makeBusiness()
  const { cookie } = await app.signUpAndIn()
  for (const text of ['corner', invoice.number, '1234.56']) {
    expect(await findAs(cookie, text)).toEqual({ clients: [], invoices: [], estimates: [], expenses: [] })
  }
})

test('returns at most five of a kind', async () => {
  const { cookie } = await app.signUpAndIn()
  for (let index = 0; index < 7; index++) {
    await makeInvoice(app, cookie, {
      client: clientInput({ name: `Mill ${index}`, email: `mill${index}@example.com` }),
    })
  }
  const { clients, invoices } = await findAs(cookie, 'mill')
  expect([clients.length, invoices.length]).toEqual([5, 5])
})

test('finds nothing for an empty text', async () => {
  const { cookie } = await makeBusiness()
  expect(await findAs(cookie, ' ')).toEqual({ clients: [], invoices: [], estimates: [], expenses: [] })
})
