import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Filer, signUpToFile } from '../../../../test/support/fixtures/receipt-rows.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import {
  getReceiptSettings,
  getReceiptSummary,
  listExpensesWithoutReceipt,
  saveReceiptSettings,
} from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const settings = { senders: [], keepsLocation: false, missingFromMinor: 7500 }
const missing = async (owner: Filer) => {
  const { expenses } = await owner.ask(listExpensesWithoutReceipt, { query: {} })
  expect((await owner.ask(getReceiptSummary, {})).missing).toBe(expenses.length)
  return expenses.map(({ notes }) => notes)
}

test('expenses from an amount on without a receipt, the latest first', async () => {
  const owner = await signUpToFile(app)
  const stranger = await signUpToFile(app)
  await stranger.addExpenses([{ amountMinor: 9000, date: '2026-01-01' }])
  const [filed] = await owner.addExpenses([
    { notes: 'has one', amountMinor: 9000, date: '2026-01-01' },
    { notes: 'large', amountMinor: 7500, date: '2026-01-01' },
    { notes: 'small', amountMinor: 7499, date: '2026-01-02' },
    { notes: 'later', amountMinor: 8000, date: '2026-02-01' },
    { notes: 'planned', amountMinor: 8000, date: '2999-01-01' },
    { notes: 'abroad, no rate', amountMinor: 8000, currency: 'XAF', date: '2026-01-03' },
  ])
  await owner.addReceipts([{ expenseId: filed }])
  expect(await missing(owner)).toEqual(['later', 'abroad, no rate', 'large'])
  await owner.ask(saveReceiptSettings, { body: { ...settings, missingFromMinor: 8000 } })
  expect(await missing(owner)).toEqual(['later', 'abroad, no rate'])
  await owner.ask(saveReceiptSettings, { body: { ...settings, missingFromMinor: null } })
  expect(await missing(owner)).toEqual([])
})

test('what is worth enough in the home currency is listed, not what has many units', async () => {
  const owner = await signUpToFile(app)
  await owner.addExpenses([{ notes: 'yen', amountMinor: 8000, currency: 'JPY', date: '2026-01-01' }])
  await owner.tenant(({ client }) => client.query('update expenses set home_minor = 5300'))
  expect(await missing(owner)).toEqual([])
})

test('pages visit each once', async () => {
  const owner = await signUpToFile(app)
  await owner.addExpenses(
    Array.from({ length: 120 }, (_, n) => ({ amountMinor: 9000, date: n % 2 ? '2026-01-01' : '2026-01-02' })),
  )
  const seen: string[] = []
  let after: string | null | undefined
  do {
    const page = await owner.ask(listExpensesWithoutReceipt, { query: after ? { after } : {} })
    seen.push(...page.expenses.map(({ date, id }) => `${date} ${id}`))
    after = page.next
  } while (after)
  expect(new Set(seen).size).toBe(120)
  expect(seen).toEqual(seen.toSorted().toReversed())
})

test('settings have defaults, and keep what is saved', async () => {
  const owner = await signUpToFile(app)
  const fresh = { ...settings, address: null, takesMail: false }
  expect(await owner.ask(getReceiptSettings, {})).toEqual(fresh)
  const body = { senders: ['Me@Example.com', 'me@example.com'], keepsLocation: true, missingFromMinor: null }
  const saved = { ...fresh, ...body, senders: ['me@example.com'] }
  expect(await owner.ask(saveReceiptSettings, { body })).toEqual(saved)
  expect(await owner.ask(getReceiptSettings, {})).toEqual(saved)
  const stranger = await signUpToFile(app)
  expect(await stranger.ask(getReceiptSettings, {})).toEqual(fresh)
})
