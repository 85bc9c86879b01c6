import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Filer, signUpToFile } from '../../../../test/support/fixtures/receipt-rows.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type ExpenseTax, listExpenses } from '../../expenses/contract.ts'
import { createTaxRate } from '../../taxes/contract.ts'
import { confirmReceipts, createExpenseOfReceipt, getReceipt } from '../contract.ts'
import { matchReceipt } from './match-receipt.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const expenseBody = () => ({
  amountMinor: 1250,
  category: 'Supplies' as const,
  date: '2026-11-01',
  notes: 'Corner Shop',
  requestId: randomUUID(),
})
const expensesOf = async (owner: Filer) => (await owner.ask(listExpenses, { query: {} })).expenses

test('the expense and where the receipt is filed come together', async () => {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([{ date: null, totalMinor: null }])
  const { expense, receipt } = await owner.ask(createExpenseOfReceipt, {
    params: { id: id! },
    body: expenseBody(),
  })
  expect(await expensesOf(owner)).toEqual([expense])
  expect(receipt).toMatchObject({
    expense: { id: expense.id },
    filedBy: 'owner',
    version: 2,
    date: '2026-11-01',
    totalMinor: 1250,
  })
  expect(receipt.checkedAt).not.toBeNull()
})

const setCountry = ({ businessId }: Pick<Filer, 'businessId'>, country: string) =>
  withTenant(app.database, businessId, ({ client }) =>
    client.query('update businesses set country = $1', [country]),
  )

test('the tax that was read goes over to the expense, unless the request has taxes itself', async () => {
  const owner = await signUpToFile(app)
  await setCountry(owner, 'GB')
  const rates = [
    { name: 'VAT', rate: 20_000 },
    { name: 'Reduced', rate: 5000 },
  ]
  for (const rate of rates) await owner.ask(createTaxRate, { body: rate })
  const read = { currency: 'USD', totalMinor: 1250 }
  const add = async (row: Parameters<Filer['addReceipts']>[0][number], taxes?: ExpenseTax[]) => {
    const [id] = await owner.addReceipts([{ ...read, ...row }])
    const body = { ...expenseBody(), ...(taxes && { taxes }) }
    return (await owner.ask(createExpenseOfReceipt, { params: { id: id! }, body })).expense.taxes
  }
  expect(await add({ taxMinor: 208 })).toEqual([{ name: 'VAT', rate: 20_000, amountMinor: 208 }])
  expect(await add({ taxMinor: 209 })).toEqual([{ name: 'Tax', rate: null, amountMinor: 209 }])
  expect(await add({ taxMinor: 209 }, [])).toEqual([])
  expect(await add({ taxMinor: 1251, totalMinor: 2000 })).toEqual([])
  expect(await add({ taxMinor: 208, currency: 'EUR' })).toEqual([])
  expect(await add({ taxMinor: null })).toEqual([])
  await setCountry(owner, 'US')
  expect(await add({ taxMinor: 208 })).toEqual([])
  await setCountry(owner, 'GB')

  const [id] = await owner.addReceipts([{ ...read, taxMinor: 60 }])
  await owner.ask(confirmReceipts, { body: { ids: [id!] } })
  const { expense } = await owner.ask(getReceipt, { params: { id: id! } })
  const confirmed = (await expensesOf(owner)).find((each) => each.id === expense?.id)
  expect(confirmed?.taxes).toEqual([{ name: 'Reduced', rate: 5000, amountMinor: 60 }])
})

test('the same request ten times at once makes one expense', async () => {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([{}])
  const request = { params: { id: id! }, body: expenseBody() }
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () =>
      answerOf(createExpenseOfReceipt, await owner.send(createExpenseOfReceipt, request)),
    ),
  )
  expect(new Set(answers.map(({ expense }) => expense.id)).size).toBe(1)
  expect(await expensesOf(owner)).toHaveLength(1)
})

test('a receipt gets one expense, and a request names one receipt', async () => {
  const owner = await signUpToFile(app)
  const [first, second] = await owner.addReceipts([{}, {}])
  const body = expenseBody()
  await owner.ask(createExpenseOfReceipt, { params: { id: first! }, body })
  const refused = { code: 'CHANGED_ELSEWHERE', message: 'This receipt is already filed under an expense.' }
  const ask = (id: string, requestId: string) =>
    owner.send(createExpenseOfReceipt, { params: { id }, body: { ...body, requestId } })
  expect(await problemOf(await ask(first!, randomUUID()))).toMatchObject(refused)
  expect(await problemOf(await ask(second!, body.requestId))).toMatchObject(refused)
  expect(await expensesOf(owner)).toHaveLength(1)
})

test('an amount beyond the limit of its currency stores nothing', async () => {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([{}])
  const body = { ...expenseBody(), amountMinor: 9_999_999_999_999 }
  expect(
    await problemOf(await owner.send(createExpenseOfReceipt, { params: { id: id! }, body })),
  ).toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  expect(await owner.ask(getReceipt, { params: { id: id! } })).toMatchObject({ expense: null, version: 1 })
})

test('confirming files what can be filed, and names the rest', async () => {
  const owner = await signUpToFile(app)
  const [expense] = await owner.addExpenses([{ category: 'Travel' }])
  const sha256 = 'cd'.repeat(32)
  const at = (hour: number) => ({ createdAt: new Date(Date.UTC(2026, 10, 1, hour)) })
  const [suggested, filed, fresh, incomplete, waiting, original, duplicate] = await owner.addReceipts([
    { text: '8:00', ...at(1) },
    { totalMinor: 77, expenseId: expense, filedBy: 'owner', ...at(2) },
    { merchant: 'Rail Co', totalMinor: 990, date: '2026-11-05', ...at(3) },
    { merchant: null, totalMinor: 13, ...at(4) },
    { state: 'waiting', totalMinor: 14, ...at(5) },
    { sha256, totalMinor: 4000, merchant: 'Corner Shop', ...at(6) },
    { sha256, totalMinor: 4000, merchant: 'Corner Shop', ...at(7) },
  ])
  const ids = [suggested!, filed!, fresh!, incomplete!, waiting!, original!, duplicate!]
  for (const id of ids) await owner.tenant((tx) => matchReceipt(tx, owner.businessId, id))
  const body = { ids: [...ids, randomUUID()] }
  const { skipped, ...counts } = await owner.ask(confirmReceipts, { body })
  expect(counts).toEqual({ attached: 2, created: 2 })
  expect(skipped.toSorted()).toEqual([incomplete!, waiting!, duplicate!].toSorted())
  const view = (id: string) => owner.ask(getReceipt, { params: { id } })
  expect(await view(suggested!)).toMatchObject({ expense: { id: expense }, filedBy: 'owner' })
  expect(await view(fresh!)).toMatchObject({
    expense: { amountMinor: 990, date: '2026-11-05', text: 'Rail Co', category: 'Other' },
    filedBy: 'owner',
  })
  expect(await view(original!)).toMatchObject({ expense: { category: 'Travel' } })
  // Once more changes nothing.
  const again = await owner.ask(confirmReceipts, { body })
  expect(again).toMatchObject({ attached: 4, created: 0 })
  expect(await expensesOf(owner)).toHaveLength(3)
})

test('the same confirmation at once makes each expense once', async () => {
  const owner = await signUpToFile(app)
  const ids = await owner.addReceipts(Array.from({ length: 20 }, (_, n) => ({ totalMinor: n + 1 })))
  const body = { ids }
  await Promise.all([
    owner.ask(confirmReceipts, { body }),
    owner.ask(confirmReceipts, { body: { ids: ids.toReversed() } }),
  ])
  expect(await expensesOf(owner)).toHaveLength(20)
})
