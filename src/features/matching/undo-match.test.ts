import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccountRow } from '../../../test/support/fixtures/transaction-rows.ts'
import { type Matcher, signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { deleteExpense } from '../expenses/contract.ts'
import { getInvoice } from '../invoices/contract.ts'
import { undoPayment } from '../payments/contract.ts'
import { detachReceipt } from '../receipts/contract.ts'
import * as contract from './contract.ts'
import { undoMatchesOf } from './undo-match.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

const undo = (owner: Matcher, id: string) => owner.ask(contract.undoMatch, { params: { id } })
const accept = (owner: Matcher, id: string) => owner.ask(contract.acceptMatch, { params: { id } })
const decline = (owner: Matcher, id: string) => owner.ask(contract.declineMatch, { params: { id } })
const statusOf = async (owner: Matcher, id: string) =>
  (await owner.ask(getInvoice, { params: { id } })).status
const livePayments = (owner: Matcher) =>
  owner.sql<{ id: string }>('select id from payments where undone_at is null')

/** An invoice that a transaction pays beyond doubt. */
async function paid(owner: Matcher) {
  const invoiceId = await owner.addInvoice('2026-014', 125_000)
  const transactionId = await owner.addIncome('Payment 2026-014', 125_000)
  await owner.match()
  const [match] = await owner.accepted()
  return { invoiceId, transactionId, id: match!.id }
}

test('undoing takes the payment back, and no rule accepts it again; the owner can', async () => {
  const owner = await signUpToMatch(app)
  const { invoiceId, id } = await paid(owner)
  expect(await undo(owner, id)).toMatchObject({ state: 'suggested', band: 'suggest', decidedBy: null })
  expect(await livePayments(owner)).toEqual([])
  expect(await statusOf(owner, invoiceId)).toBe('pending')
  await owner.match()
  expect(await owner.accepted()).toEqual([])
  expect(await undo(owner, id)).toMatchObject({ state: 'suggested' })
  await accept(owner, id)
  expect(await statusOf(owner, invoiceId)).toBe('paid')
  expect(await livePayments(owner)).toHaveLength(1)
})

test('a payment that is undone on its invoice is the end of its match, which is not suggested again', async () => {
  const owner = await signUpToMatch(app)
  const { invoiceId, id } = await paid(owner)
  const [payment] = await livePayments(owner)
  await owner.ask(undoPayment, { params: { id: invoiceId, paymentId: payment!.id } })
  expect(await owner.accepted()).toEqual([])
  await owner.match()
  expect(await owner.suggested()).toEqual([])
  expect(await owner.sql('select id, state from transaction_matches')).toEqual([{ id, state: 'declined' }])
})

test('of several payments, those that stay are still matched', async () => {
  const owner = await signUpToMatch(app)
  const [a, b] = [await owner.addInvoice('2026-014', 100), await owner.addInvoice('2026-015', 200)]
  await owner.addIncome('2026-014 2026-015', 300)
  await owner.match()
  const rows = await owner.sql<{ id: string }>('select id from payments where invoice_id = $1', [a])
  await owner.ask(undoPayment, { params: { id: a, paymentId: rows[0]!.id } })
  expect(await owner.accepted()).toMatchObject([{ targets: [{ id: b }] }])
})

test('with a deleted expense its match goes', async () => {
  const owner = await signUpToMatch(app)
  const [id = ''] = await owner.addExpenses([{}])
  await owner.addTransactions([{}])
  await owner.match()
  expect(await owner.accepted()).toHaveLength(1)
  await owner.send(deleteExpense, { params: { id } })
  expect(await owner.sql('select from transaction_matches')).toEqual([])
})

test('a receipt that is taken away, here or on its own page, leaves the transaction', async () => {
  const owner = await signUpToMatch(app)
  const [receiptId = ''] = await owner.addReceipts([{ merchant: 'Another Name' }])
  await owner.addTransactions([{}])
  await owner.match()
  const [{ id } = { id: '' }] = await owner.suggested()
  const filed = () => owner.sql('select transaction_id is not null as filed from receipts')
  await accept(owner, id)
  expect(await filed()).toEqual([{ filed: true }])
  await undo(owner, id)
  expect(await filed()).toEqual([{ filed: false }])
  await accept(owner, id)
  await owner.ask(detachReceipt, { params: { id: receiptId }, body: { kind: 'transaction' } })
  expect(await owner.sql('select state from transaction_matches')).toEqual([{ state: 'declined' }])
})

test('a transfer is undone on both sides, also when one side is deleted', async () => {
  const owner = await signUpToMatch(app)
  const accounts = [
    await addAccountRow(app.database, owner.businessId),
    await addAccountRow(app.database, owner.businessId),
  ]
  const [out = ''] = await owner.addTransactions([
    { accountId: accounts[0]!, description: 'Transfer', amountMinor: 50_000, date: '2026-11-19' },
  ])
  const into = await owner.addIncome('Transfer', 50_000, { accountId: accounts[1]! })
  await owner.match()
  const [{ id } = { id: '' }] = await owner.accepted()
  const sides = () => owner.sql('select transfer_id as id from transactions where transfer_id is not null')
  expect(await sides()).toHaveLength(2)
  await undo(owner, id)
  expect(await sides()).toEqual([])
  await accept(owner, id)
  expect(await sides()).toHaveLength(2)
  await owner.sql('delete from transactions where id = $1', [into])
  expect(await sides()).toEqual([])
  expect(await owner.sql('select from transaction_matches where transaction_id = $1', [out])).toEqual([])
})

test('before transactions are deleted, everything that was accepted for them is taken back', async () => {
  const owner = await signUpToMatch(app)
  const { invoiceId, transactionId } = await paid(owner)
  await owner.tenant((tx) => undoMatchesOf(tx, app.deps, owner.businessId, [transactionId]))
  await owner.sql('delete from transactions where id = $1', [transactionId])
  expect(await statusOf(owner, invoiceId)).toBe('pending')
  expect(await livePayments(owner)).toEqual([])
})

test('a declined match is not suggested again, until that is undone', async () => {
  const owner = await signUpToMatch(app)
  const [first, second] = [
    await owner.addInvoice('2026-014', 125_000, { dueDate: '2026-11-25' }),
    await owner.addInvoice('2026-015', 125_000),
  ]
  await owner.addIncome('a stranger', 125_000)
  await owner.match()
  const [{ id } = { id: '' }] = await owner.suggested()
  const { match, next } = await decline(owner, id)
  expect(match).toMatchObject({ state: 'declined', targets: [{ id: first }] })
  expect(next).toMatchObject({ state: 'suggested', targets: [{ id: second }] })
  expect(await decline(owner, next!.id)).toMatchObject({ next: null })
  await owner.match()
  expect(await owner.suggested()).toEqual([])
  expect(await undo(owner, id)).toMatchObject({ state: 'suggested', targets: [{ id: first }] })
  await owner.match()
  expect(await owner.suggested()).toHaveLength(1)
})

test('a declined match comes back only while nothing else is accepted', async () => {
  const owner = await signUpToMatch(app)
  const invoiceId = await owner.addInvoice('2026-014', 125_000)
  const transactionId = await owner.addIncome('a stranger', 125_000)
  await owner.match()
  const [{ id } = { id: '' }] = await owner.suggested()
  await decline(owner, id)
  const other = await owner.addInvoice('2026-015', 125_000)
  const choice = { params: { id: transactionId }, body: { kind: 'invoices' as const, targetIds: [other] } }
  await owner.ask(contract.matchTransaction, choice)
  expect((await problemOf(await owner.send(contract.undoMatch, { params: { id } }))).code).toBe(
    'CHANGED_ELSEWHERE',
  )
  expect((await problemOf(await owner.send(contract.acceptMatch, { params: { id } }))).code).toBe(
    'CHANGED_ELSEWHERE',
  )
  expect(await statusOf(owner, invoiceId)).toBe('pending')
})

test('it learns who a payer is from what the owner accepts, and forgets it when they decline', async () => {
  const owner = await signUpToMatch(app)
  const client = { clientId: await owner.addClient('Northwind Studio'), clientName: 'Northwind Studio' }
  const first = await owner.addInvoice('2026-014', 125_000, client)
  await owner.addIncome('ZX HOLDING', 125_000)
  await owner.match()
  const [suggested] = await owner.suggested()
  expect(suggested).toMatchObject({ band: 'suggest', targets: [{ id: first }] })
  await accept(owner, suggested!.id)

  await owner.addInvoice('2026-015', 77_700, client)
  await owner.addIncome('ZX HOLDING', 77_700)
  await owner.match()
  const byRule = (await owner.accepted()).filter(({ decidedBy }) => decidedBy === 'rule')
  expect(byRule).toMatchObject([
    {
      reason: 'Same amount as invoice 2026-015, and earlier payments from this payer were from this client.',
    },
  ])
  expect(await owner.accepted()).toHaveLength(2)

  const stranger = { clientId: await owner.addClient('Riverside'), clientName: 'Riverside' }
  await owner.addInvoice('2026-016', 33_300, stranger)
  await owner.addIncome('QP TRADING', 33_300)
  await owner.match()
  const [wrong] = await owner.suggested()
  await decline(owner, wrong!.id)
  await owner.addInvoice('2026-017', 44_400, stranger)
  await owner.addIncome('QP TRADING', 44_400)
  await owner.match()
  expect(await owner.suggested()).toEqual([])
})
