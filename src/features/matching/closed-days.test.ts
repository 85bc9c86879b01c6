import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Closer, periodClosed, signUpToClose } from '../../../test/support/periods/sign-up-to-close.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { confirmReceipts, createExpenseOfReceipt } from '../receipts/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
let owner: Closer
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-07-10T12:00:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToClose(app)
})

const inJune = { issueDate: '2026-06-01', dueDate: '2026-06-30' }
const addIncome = () => owner.addIncome('Payment INV2026014', 125_000, { date: '2026-06-20' })
const countPayments = async () => (await owner.sql('select from payments where undone_at is null')).length

test('a certain match of a closed day stays a suggestion, which the owner cannot accept before reopening', async () => {
  await owner.addInvoice('2026-014', 125_000, inJune)
  await addIncome()
  await owner.closeJune()
  await owner.match()
  const [match] = await owner.suggested()
  expect(match).toMatchObject({ kind: 'invoices', band: 'auto', decidedBy: null })
  const accept = () => owner.send(contract.acceptMatch, { params: { id: match!.id } })
  expect(await owner.refusal(accept())).toEqual(periodClosed)
  expect(await countPayments()).toBe(0)
  await owner.reopenJune()
  expect(await owner.refusal(accept())).toBeNull()
  expect(await countPayments()).toBe(1)
})

test('a match that paid an invoice on a closed day is neither made nor undone by hand', async () => {
  const invoiceId = await owner.addInvoice('2026-014', 125_000, inJune)
  const id = await addIncome()
  const match = () =>
    owner.send(contract.matchTransaction, {
      params: { id },
      body: { kind: 'invoices', targetIds: [invoiceId] },
    })
  await owner.closeJune()
  expect(await owner.refusal(match())).toEqual(periodClosed)
  await owner.reopenJune()
  expect(await owner.refusal(match())).toBeNull()
  const [accepted] = await owner.accepted()
  await owner.closeJune()
  const undo = () => owner.send(contract.undoMatch, { params: { id: accepted!.id } })
  expect(await owner.refusal(undo())).toEqual(periodClosed)
  expect(await countPayments()).toBe(1)
  await owner.reopenJune()
  expect(await owner.refusal(undo())).toBeNull()
  expect(await countPayments()).toBe(0)
})

test('a match that only links is made and undone in any period', async () => {
  const [expenseId = ''] = await owner.addExpenses([{ date: '2026-06-20', amountMinor: 900 }])
  const [id = ''] = await owner.addTransactions([
    { description: 'Corner Shop', amountMinor: 900, isIncome: false, date: '2026-06-20' },
  ])
  await owner.closeJune()
  const body = { kind: 'expense' as const, targetIds: [expenseId] }
  const match = await owner.ask(contract.matchTransaction, { params: { id }, body })
  expect(await owner.refusal(owner.send(contract.undoMatch, { params: { id: match.id } }))).toBeNull()
})

test('no expense of a closed day is made of a transaction', async () => {
  const [id = ''] = await owner.addTransactions([
    { description: 'Corner Shop', amountMinor: 900, isIncome: false, date: '2026-06-20' },
  ])
  await owner.closeJune()
  const make = () =>
    owner.send(contract.createExpenseOfTransaction, { params: { id }, body: { category: 'Other' } })
  expect(await owner.refusal(make())).toEqual(periodClosed)
  expect(await owner.sql('select from expenses')).toEqual([])
  await owner.reopenJune()
  expect(await owner.refusal(make())).toBeNull()
})

test('no expense of a closed day is made of a receipt; among several it is left to check', async () => {
  const [id = '', later = ''] = await owner.addReceipts([
    { date: '2026-06-20', totalMinor: 900 },
    { date: '2026-07-02', totalMinor: 700 },
  ])
  await owner.closeJune()
  const make = () =>
    owner.send(createExpenseOfReceipt, {
      params: { id },
      body: {
        amountMinor: 900,
        category: 'Other',
        date: '2026-06-20',
        notes: '',
        requestId: randomUUID(),
      },
    })
  expect(await owner.refusal(make())).toEqual(periodClosed)
  expect(await owner.ask(confirmReceipts, { body: { ids: [id, later] } })).toEqual({
    attached: 0,
    created: 1,
    skipped: [id],
  })
  await owner.reopenJune()
  expect(await owner.refusal(make())).toBeNull()
})
