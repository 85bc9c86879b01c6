import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { expenseInput } from '../../../../test/support/fixtures/expenses.ts'
import { type Filer, addReceiptRows, signUpToFile } from '../../../../test/support/fixtures/receipt-rows.ts'
import { openBank } from '../../../../test/support/providers/open-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { receipts } from '../../../platform/db/tables/receipts.ts'
import { createExpense } from '../../expenses/contract.ts'
import { getReceipt, updateReceipt } from '../contract.ts'
import { matchReceipt } from './match-receipt.ts'
import { matchWaitingReceipts, startMatchingJobs } from './match-waiting-receipts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const view = (owner: Filer, id: string) => owner.ask(getReceipt, { params: { id } })
async function match(owner: Filer, ...ids: string[]) {
  for (const id of ids) await owner.tenant((tx) => matchReceipt(tx, owner.businessId, id))
  return Promise.all(ids.map((id) => view(owner, id)))
}

test('an expense and a bank transaction that are surely meant get the receipt', async () => {
  const owner = await signUpToFile(app)
  const [expense] = await owner.addExpenses([{ date: '2026-11-02' }])
  const [transaction] = await owner.addTransactions([
    { date: '2026-11-04', description: 'POS CORNER SHOP 12' },
  ])
  await owner.addTransactions([{ isIncome: true }, { date: '2026-12-08' }, { currency: 'EUR' }])
  const stranger = await signUpToFile(app)
  await stranger.addExpenses([{}])
  const [id] = await owner.addReceipts([{}])
  const [receipt] = await match(owner, id!)
  expect(receipt).toMatchObject({
    expense: { id: expense },
    transaction: { id: transaction },
    filedBy: 'match',
    suggestion: null,
  })
})

test('of several, the likeliest is suggested, and none is filed', async () => {
  const owner = await signUpToFile(app)
  const [, near] = await owner.addTransactions([{ date: '2026-11-04' }, { date: '2026-11-02' }])
  const [id] = await owner.addReceipts([{}])
  const [receipt] = await match(owner, id!)
  expect(receipt).toMatchObject({
    transaction: null,
    filedBy: null,
    suggestion: { kind: 'transaction', id: near, text: 'Corner Shop' },
  })
})

test('what has a receipt is only suggested', async () => {
  const owner = await signUpToFile(app)
  const [transaction] = await owner.addTransactions([{}])
  const [, id] = await owner.addReceipts([
    { totalMinor: 5, transactionId: transaction, filedBy: 'owner' },
    { text: '10:00' },
  ])
  const [receipt] = await match(owner, id!)
  expect(receipt).toMatchObject({ transaction: null, suggestion: { id: transaction } })
})

test('two receipts that are matched at once do not both get the same transaction', async () => {
  const owner = await signUpToFile(app)
  await owner.addTransactions([{}])
  const ids = await owner.addReceipts([{ text: '9:00' }, { text: '10:00' }])
  const found = await Promise.all(ids.map((id) => match(owner, id)))
  expect(found.flat().filter(({ transaction }) => transaction !== null).length).toBeLessThanOrEqual(1)
})

test('fields that are missing match nothing', async () => {
  const owner = await signUpToFile(app)
  await owner.addExpenses([{}, { amountMinor: 0 }])
  const missing = [{ date: null }, { currency: null }, { totalMinor: null }, { totalMinor: 0 }]
  const ids = await owner.addReceipts(missing)
  for (const receipt of await match(owner, ...ids))
    expect(receipt).toMatchObject({ expense: null, suggestion: null })
})

test('what was filed by itself is taken back when a corrected total no longer fits', async () => {
  const owner = await signUpToFile(app)
  const [wrong, right] = await owner.addTransactions([{}, { amountMinor: 7250 }])
  const [id] = await owner.addReceipts([{}])
  const [receipt] = await match(owner, id!)
  expect(receipt?.transaction?.id).toBe(wrong)
  const { merchant, date, currency, taxMinor, cardLast4, version } = receipt!
  const fields = { merchant, date, currency, taxMinor, cardLast4, version }
  const changed = await owner.ask(updateReceipt, {
    params: { id: id! },
    body: { ...fields, totalMinor: 7250 },
  })
  expect(changed).toMatchObject({ transaction: { id: right }, filedBy: 'match' })
  // Another purchase that comes later does not take it back.
  await owner.addTransactions([{ amountMinor: 7250 }])
  expect((await match(owner, id!))[0]).toMatchObject({ transaction: { id: right } })
})

describe('duplicates', () => {
  test('the same file, whatever was read', async () => {
    const owner = await signUpToFile(app)
    await owner.addExpenses([{}])
    const sha256 = 'ab'.repeat(32)
    const [first, second, third] = await owner.addReceipts([
      { sha256, totalMinor: 1, createdAt: new Date('2026-11-01T10:00:00Z') },
      { sha256, createdAt: new Date('2026-11-01T11:00:00Z') },
      { sha256, createdAt: new Date('2026-11-01T12:00:00Z') },
    ])
    const [, again, last] = await match(owner, first!, second!, third!)
    expect(again).toMatchObject({ duplicateOf: first, expense: null, suggestion: { kind: 'expense' } })
    expect(last).toMatchObject({ duplicateOf: first })
    const stranger = await signUpToFile(app)
    const [theirs] = await stranger.addReceipts([{ sha256 }])
    expect((await match(stranger, theirs!))[0]).toMatchObject({ duplicateOf: null })
  })
  test('the same facts and look; the earlier one is none', async () => {
    const owner = await signUpToFile(app)
    const [first, second, other] = await owner.addReceipts([
      { look: -5n, createdAt: new Date('2026-11-01T10:00:00Z') },
      { look: -6n, merchant: 'CORNER SHOP INC', createdAt: new Date('2026-11-01T11:00:00Z') },
      { look: -5n, date: '2026-11-02', createdAt: new Date('2026-11-01T12:00:00Z') },
    ])
    const found = await match(owner, first!, second!, other!)
    expect(found.map(({ duplicateOf }) => duplicateOf)).toEqual([null, first, null])
  })
})

describe('receipts that wait', () => {
  test('find what comes later, and are told by the expense that comes', async () => {
    await startMatchingJobs(app.deps)
    const owner = await signUpToFile(app)
    const [id] = await owner.addReceipts([{}])
    const body = expenseInput({ amountMinor: 1250, date: '2026-11-02', notes: 'Corner Shop' })
    const { id: expenseId } = await owner.ask(createExpense, { body })
    await eventually(async () => expect(await view(owner, id!)).toMatchObject({ expense: { id: expenseId } }))
  })
  test('are told by the transactions that a bank reports', async () => {
    const { add, sync, identity, connected } = await openBank(app, () => new Date())
    await addReceiptRows(app.database, identity.businessId, [{ date: '2026-11-05' }])
    add(1, {
      date: '2026-11-06',
      description: 'POS CORNER SHOP',
      amountMinor: 1250,
      isIncome: false,
      currency: 'USD',
    })
    await sync()
    const [transaction] = await connected.transactions()
    await eventually(async () => {
      const rows = await connected.tenant(({ db }) => db.select().from(receipts))
      expect(rows).toMatchObject([{ transactionId: transaction?.id, filedBy: 'match' }])
    })
  })
  test('old ones, filed ones and those that nothing may fit are left alone', async () => {
    const owner = await signUpToFile(app)
    const day = 24 * 60 * 60 * 1000
    const [other] = await owner.addExpenses([{ notes: 'Another', amountMinor: 4 }])
    const [old, filed, fits] = await owner.addReceipts([
      { totalMinor: 100, createdAt: new Date(Date.now() - 91 * day) },
      { totalMinor: 200, expenseId: other, filedBy: 'owner' },
      { totalMinor: 300 },
    ])
    const targets = await owner.addExpenses([
      { amountMinor: 100 },
      { amountMinor: 200 },
      { amountMinor: 300 },
    ])
    await owner.tenant((tx) => matchWaitingReceipts(tx, owner.businessId, new Date()))
    expect((await view(owner, old!)).expense).toBeNull()
    expect((await view(owner, filed!)).expense?.id).toBe(other)
    expect((await view(owner, fits!)).expense?.id).toBe(targets[2])
  })
})
