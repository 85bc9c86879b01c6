import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { signUpToFile } from '../../../../test/support/fixtures/receipt-rows.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { attachReceipt, detachReceipt, findReceiptTargets } from '../contract.ts'
import { matchReceipt } from './match-receipt.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function fileOne() {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([{}])
  const params = { id: id! }
  return {
    ...owner,
    params,
    match: () => owner.tenant((tx) => matchReceipt(tx, owner.businessId, params.id)),
    attach: (kind: 'expense' | 'transaction', targetId: string) =>
      owner.ask(attachReceipt, { params, body: { kind, targetId } }),
    detach: (kind: 'expense' | 'transaction' | 'suggestion') =>
      owner.ask(detachReceipt, { params, body: { kind } }),
  }
}

test('a receipt goes under an expense and a transaction, and is taken away again', async () => {
  const { addExpenses, addTransactions, attach, detach } = await fileOne()
  const [expense] = await addExpenses([{ notes: 'Anything', amountMinor: 5 }])
  const [transaction] = await addTransactions([{ amountMinor: 5 }])
  expect(await attach('expense', expense!)).toMatchObject({ expense: { id: expense }, filedBy: 'owner' })
  expect(await attach('transaction', transaction!)).toMatchObject({
    expense: { id: expense },
    transaction: { id: transaction },
  })
  expect(await detach('expense')).toMatchObject({ expense: null, filedBy: 'owner' })
  expect(await detach('transaction')).toMatchObject({ transaction: null, filedBy: null })
  expect(await detach('transaction')).toMatchObject({ transaction: null, filedBy: null })
})

test('what was filed by itself is undone for good, and nothing else is filed instead', async () => {
  const { addTransactions, match, attach, detach } = await fileOne()
  const [first] = await addTransactions([{}])
  await match()
  expect(await detach('transaction')).toMatchObject({ transaction: null, filedBy: null, suggestion: null })
  await match()
  const [second] = await addTransactions([{ date: '2026-11-02' }])
  await match()
  expect(await detach('expense')).toMatchObject({ transaction: null, suggestion: { id: second } })
  expect(await detach('suggestion')).toMatchObject({ suggestion: null })
  // The owner may still choose what they had refused.
  expect(await attach('transaction', first!)).toMatchObject({ transaction: { id: first }, filedBy: 'owner' })
})

test('filing by the owner stays when there is a better match', async () => {
  const { addExpenses, attach, match, detach } = await fileOne()
  const [chosen] = await addExpenses([{ amountMinor: 5 }, {}])
  await attach('expense', chosen!)
  await match()
  expect(await detach('suggestion')).toMatchObject({ expense: { id: chosen }, filedBy: 'owner' })
})

test('only what belongs to the business can be chosen, and only with the plan', async () => {
  const { addExpenses, businessId, params, send } = await fileOne()
  const stranger = await signUpToFile(app)
  const [theirs] = await stranger.addExpenses([{}])
  const ask = (kind: 'expense' | 'transaction', targetId: string) =>
    send(attachReceipt, { params, body: { kind, targetId } })
  expect(await problemOf(await ask('expense', theirs!))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'This expense could not be found.',
  })
  expect(await problemOf(await ask('transaction', theirs!))).toMatchObject({ code: 'NOT_FOUND' })
  const [mine] = await addExpenses([{}])
  await setPlan(app, businessId, 'free')
  expect(await problemOf(await ask('expense', mine!))).toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Receipts are part of the Pro plan.',
  })
})

test('targets: the likeliest first, or those that a search finds', async () => {
  const { addExpenses, addTransactions, ask, params } = await fileOne()
  const [far, near] = await addExpenses([
    { notes: 'Rent of the year', amountMinor: 90_000, date: '2026-01-01' },
    { notes: 'Something', amountMinor: 1300, date: '2026-11-03' },
  ])
  const [exact, euro] = await addTransactions([
    { description: 'POS CORNER SHOP' },
    { currency: 'EUR', description: 'Abroad' },
  ])
  await addTransactions([{ isIncome: true }])
  const idsOf = async (search: string) =>
    (await ask(findReceiptTargets, { params, query: { search } })).targets.map(({ id }) => id)
  expect(await idsOf('')).toEqual([exact, near])
  expect(await idsOf('RENT')).toEqual([far])
  expect(await idsOf('abroad')).toEqual([euro])
  expect(await idsOf('100%')).toEqual([])
})

test('targets are at most 20', async () => {
  const { addExpenses, ask, params } = await fileOne()
  await addExpenses(Array.from({ length: 30 }, () => ({})))
  expect((await ask(findReceiptTargets, { params, query: {} })).targets).toHaveLength(20)
})
