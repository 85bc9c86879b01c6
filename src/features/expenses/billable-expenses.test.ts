import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Spender, expenseInput, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createExpense, getExpense, listExpenses, updateExpense } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function withClient(owner: Spender) {
  const invoice = await makeInvoice(app, owner.cookie)
  return { invoice, clientId: invoice.client.id! }
}

test('an expense names its vendor and the client it is billed to, in the list and by itself', async () => {
  const owner = await signUpToSpend(app)
  const { clientId, invoice } = await withClient(owner)
  const made = await owner.make({ vendor: ' Rail Co ', notes: 'Train', clientId })
  expect(made).toMatchObject({
    vendor: 'Rail Co',
    client: { id: clientId, name: invoice.client.name },
    billedInvoice: null,
  })
  const { cookie } = owner
  const list = await answerOf(
    listExpenses,
    await app.send(listExpenses, { query: { search: 'rail' } }, { cookie }),
  )
  expect(list.expenses).toEqual([made])
  expect(
    await answerOf(getExpense, await app.send(getExpense, { params: { id: made.id } }, { cookie })),
  ).toEqual(made)
})

test('a change without vendor and client keeps them', async () => {
  const owner = await signUpToSpend(app)
  const { clientId } = await withClient(owner)
  const made = await owner.make({ vendor: 'Rail Co', clientId })
  const body = { version: 1, amountMinor: 7, category: 'Travel' as const, date: '2026-01-01', notes: '' }
  const sent = await app.send(updateExpense, { params: { id: made.id }, body }, { cookie: owner.cookie })
  expect(await answerOf(updateExpense, sent)).toMatchObject({ vendor: 'Rail Co', client: { id: clientId } })
})

test('the client of another business, and one for a recurring expense, are refused', async () => {
  const owner = await signUpToSpend(app)
  const stranger = await signUpToSpend(app)
  const foreign = await withClient(stranger)
  const own = await withClient(owner)
  const refused = async (input: Parameters<typeof expenseInput>[0]) =>
    problemOf(await app.send(createExpense, { body: expenseInput(input) }, { cookie: owner.cookie }))
  expect(await refused({ clientId: foreign.clientId })).toMatchObject({
    fields: { clientId: expect.any(String) },
  })
  const repeat = { frequency: 'monthly', end: { kind: 'never' } } as const
  expect(await refused({ clientId: own.clientId, repeat })).toMatchObject({
    fields: { clientId: expect.any(String) },
  })
})

test('once an invoice bills it, its client stays', async () => {
  const owner = await signUpToSpend(app)
  const { clientId, invoice } = await withClient(owner)
  const made = await owner.make({ clientId })
  await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('update expenses set billed_invoice_id = $1', [invoice.id]),
  )
  const { cookie } = owner
  const billed = await answerOf(
    getExpense,
    await app.send(getExpense, { params: { id: made.id } }, { cookie }),
  )
  expect(billed.billedInvoice).toEqual({ id: invoice.id, number: invoice.number })
  const body = { version: 1, amountMinor: 7, category: 'Travel' as const, date: '2026-01-01', notes: '' }
  const sent = await app.send(
    updateExpense,
    { params: { id: made.id }, body: { ...body, clientId: null } },
    { cookie },
  )
  expect((await problemOf(sent)).fields).toHaveProperty('clientId')
})
