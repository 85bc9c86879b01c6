import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { addAccountRow } from '../../../test/support/fixtures/transaction-rows.ts'
import { type Matcher, signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { getInvoice } from '../invoices/contract.ts'
import { listPayments, recordPayment } from '../payments/contract.ts'
import { listTransactions } from '../transactions/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

const accept = (owner: Matcher, id: string) => owner.ask(contract.acceptMatch, { params: { id } })
const refused = async (owner: Matcher, id: string) =>
  (await problemOf(await owner.send(contract.acceptMatch, { params: { id } }))).code

async function onlySuggested(owner: Matcher) {
  await owner.match()
  const matches = await owner.suggested()
  expect(matches).toHaveLength(1)
  return matches[0]!
}

const paymentsOf = (owner: Matcher) =>
  owner.sql<{ amount: number; transactionId: string | null; method: string; on: string; undone: boolean }>(
    `select amount_minor::int as amount, transaction_id as "transactionId", method, received_on::text as on,
       undone_at is not null as undone from payments order by amount_minor, created_at`,
  )

test('a certain match is accepted without asking, and the invoice is paid once', async () => {
  const owner = await signUpToMatch(app)
  const invoiceId = await owner.addInvoice('2026-014', 125_000)
  const transactionId = await owner.addIncome('Payment INV2026014', 125_000)
  await owner.match()
  await owner.match()
  expect(await paymentsOf(owner)).toEqual([
    { amount: 125_000, transactionId, method: 'transfer', on: '2026-11-20', undone: false },
  ])
  const [match] = await owner.accepted()
  expect(match).toMatchObject({
    kind: 'invoices',
    band: 'auto',
    decidedBy: 'rule',
    reason: 'Same amount as invoice 2026-014, and the text names it.',
    targets: [{ id: invoiceId, title: 'Invoice 2026-014', amountMinor: 125_000, invoiceId }],
    transaction: { id: transactionId },
  })
  expect(await owner.ask(getInvoice, { params: { id: invoiceId } })).toMatchObject({ status: 'paid' })
  const { payments } = await owner.ask(listPayments, { params: { id: invoiceId } })
  expect(payments).toMatchObject([
    { bankTransaction: { id: transactionId, description: 'Payment INV2026014' } },
  ])
  const sales = await addMember(app, owner.businessId, 'sales')
  const shown = await app.send(listPayments, { params: { id: invoiceId } }, sales)
  expect((await answerOf(listPayments, shown)).payments).toMatchObject([{ bankTransaction: null }])
  expect(await owner.sql(`select kind from mails order by kind`)).toEqual([])
  expect(await owner.ask(contract.getMatchSummary, {})).toEqual({
    suggested: 0,
    accepted: 1,
    acceptsCertain: true,
  })
})

test('with the setting off, nothing is accepted without asking', async () => {
  const owner = await signUpToMatch(app)
  await owner.ask(contract.setMatchingSettings, { body: { acceptsCertain: false } })
  await owner.addInvoice('2026-014', 125_000)
  await owner.addIncome('Payment INV2026014', 125_000)
  const match = await onlySuggested(owner)
  expect(match).toMatchObject({ band: 'auto', decidedBy: null })
  expect(await paymentsOf(owner)).toEqual([])
})

test('twenty presses at once record one payment', async () => {
  const owner = await signUpToMatch(app)
  await owner.addInvoice('2026-014', 125_000)
  await owner.addIncome('a stranger', 125_000)
  const { id } = await onlySuggested(owner)
  await Promise.all(Array.from({ length: 20 }, () => accept(owner, id)))
  expect(await paymentsOf(owner)).toHaveLength(1)
  expect(await accept(owner, id)).toMatchObject({ state: 'accepted', decidedBy: 'owner' })
})

test('two matches for one invoice at once: one is recorded, the other refused', async () => {
  const owner = await signUpToMatch(app)
  const invoice = await owner.addInvoice('2026-014', 125_000)
  const ids = [await owner.addIncome('a', 125_000), await owner.addIncome('b', 125_000)]
  const answers = await Promise.all(
    ids.map((id) =>
      owner.send(contract.matchTransaction, {
        params: { id },
        body: { kind: 'invoices', targetIds: [invoice] },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await paymentsOf(owner)).toHaveLength(1)
})

test('what arrived is recorded, also when it is less than what is open', async () => {
  const owner = await signUpToMatch(app)
  const invoiceId = await owner.addInvoice('2026-014', 125_000)
  await owner.addIncome('INV 2026-014', 122_000)
  const match = await onlySuggested(owner)
  expect(match.reason).toBe(
    '$30.00 less than invoice 2026-014, perhaps because of fees, and the text names it. The rest stays due.',
  )
  await accept(owner, match.id)
  expect(await owner.ask(getInvoice, { params: { id: invoiceId } })).toMatchObject({
    status: 'pending',
    openMinor: 3000,
  })
})

test('an early payment earns the discount of the invoice', async () => {
  const owner = await signUpToMatch(app)
  const terms = { paymentTerms: '2_10_net_30' as const, issueDate: '2026-11-15', dueDate: '2026-12-15' }
  const invoiceId = await owner.addInvoice('2026-014', 100_000, terms)
  await owner.addIncome('2026-014', 98_000)
  await owner.match()
  expect(await owner.accepted()).toHaveLength(1)
  expect(await owner.ask(getInvoice, { params: { id: invoiceId } })).toMatchObject({ status: 'paid' })
})

test('several invoices that one transaction names are all paid', async () => {
  const owner = await signUpToMatch(app)
  const clientId = await owner.addClient('Northwind Studio')
  for (const [number, minor] of [
    ['2026-014', 100],
    ['2026-015', 200],
    ['2026-016', 400],
  ] as const)
    await owner.addInvoice(number, minor, { clientId, clientName: 'Northwind Studio' })
  await owner.addIncome('2026-014 and 2026-016', 500)
  await owner.match()
  expect(await owner.accepted()).toMatchObject([
    { reason: 'Same amount as invoices 2026-014 and 2026-016 together, and the text names them.' },
  ])
  expect((await paymentsOf(owner)).map(({ amount }) => amount)).toEqual([100, 400])
})

test('a payment that was recorded by hand is linked, and nothing is recorded again', async () => {
  const owner = await signUpToMatch(app)
  const id = await owner.addInvoice('2026-014', 125_000)
  await owner.ask(recordPayment, {
    params: { id },
    body: {
      method: 'transfer',
      amountMinor: 125_000,
      receivedOn: '2026-11-19',
      note: '',
      sendReceipt: false,
      requestId: crypto.randomUUID(),
    },
  })
  const transactionId = await owner.addIncome('Payment 2026-014', 125_000)
  await owner.match()
  expect(await owner.accepted()).toMatchObject([{ kind: 'payment', transaction: { id: transactionId } }])
  expect(await paymentsOf(owner)).toMatchObject([{ transactionId, on: '2026-11-19' }])
})

describe('an outgoing transaction', () => {
  test('is the expense that the owner noted', async () => {
    const owner = await signUpToMatch(app)
    const [expenseId] = await owner.addExpenses([{ notes: 'Corner Shop, paper' }])
    const [transactionId] = await owner.addTransactions([{ date: '2026-11-03' }])
    await owner.match()
    expect(await owner.accepted()).toMatchObject([
      { kind: 'expense', targets: [{ id: expenseId, title: 'Other', detail: 'Corner Shop, paper' }] },
    ])
    expect(await owner.sql('select transaction_id as id from expenses')).toEqual([{ id: transactionId }])
  })

  test('gets its receipt, if there is no expense', async () => {
    const owner = await signUpToMatch(app)
    const [receiptId] = await owner.addReceipts([{ merchant: 'Another Name' }])
    const [transactionId] = await owner.addTransactions([{}])
    const match = await onlySuggested(owner)
    expect(match).toMatchObject({ kind: 'receipt', targets: [{ id: receiptId, title: 'Another Name' }] })
    await accept(owner, match.id)
    expect(await owner.sql('select transaction_id as id, filed_by as by from receipts')).toEqual([
      { id: transactionId, by: 'owner' },
    ])
  })

  test('becomes an expense, once', async () => {
    const owner = await signUpToMatch(app)
    const [id = ''] = await owner.addTransactions([{}])
    const body = { category: 'Supplies' as const, notes: 'Paper' }
    const make = () => owner.ask(contract.createExpenseOfTransaction, { params: { id }, body })
    const matches = await Promise.all([make(), make(), make()])
    expect(new Set(matches.map((match) => match.id)).size).toBe(1)
    expect(await owner.sql('select amount_minor::int as minor, date::text from expenses')).toEqual([
      { minor: 1250, date: '2026-11-01' },
    ])
  })
})

test('a transfer between two accounts is neither income nor spending', async () => {
  const owner = await signUpToMatch(app)
  const [checking, savings] = [
    await addAccountRow(app.database, owner.businessId),
    await addAccountRow(app.database, owner.businessId, { institutionName: 'Mill Bank', type: 'savings' }),
  ]
  const [out = ''] = await owner.addTransactions([
    { accountId: checking, description: 'Transfer to savings', amountMinor: 50_000, date: '2026-11-19' },
  ])
  const into = await owner.addIncome('Transfer from checking', 50_000, { accountId: savings })
  await owner.match()
  expect(await owner.accepted()).toMatchObject([
    {
      kind: 'transfer',
      transaction: { id: out, isTransfer: true },
      targets: [{ id: into, title: 'Mill Bank - Savings' }],
    },
  ])
  const listed = async (type: 'all' | 'income' | 'expense', search = '') =>
    (await owner.ask(listTransactions, { query: { type, search } })).transactions.length
  expect([await listed('all'), await listed('income'), await listed('expense')]).toEqual([2, 0, 0])
  expect([await listed('income', 'transfer'), await listed('all', 'transfer')]).toEqual([0, 2])
  const { match } = await owner.ask(contract.findMatchTargets, { params: { id: into }, query: {} })
  expect(match).toMatchObject({ kind: 'transfer', state: 'accepted' })
})

describe('a suggestion that no longer fits', () => {
  test('is refused, is not listed, and goes when transactions are matched again', async () => {
    const owner = await signUpToMatch(app)
    const invoice = await owner.addInvoice('2026-014', 125_000)
    await owner.addIncome('a stranger', 125_000)
    const { id } = await onlySuggested(owner)
    await owner.sql(`update invoices set received_minor = 25000 where id = $1`, [invoice])
    expect(await refused(owner, id)).toBe('CHANGED_ELSEWHERE')
    expect(await owner.suggested()).toEqual([])
    expect(await owner.ask(contract.getMatchSummary, {})).toMatchObject({ suggested: 0 })
    expect(await paymentsOf(owner)).toEqual([])
    await owner.match()
    expect(await owner.sql('select from transaction_matches')).toEqual([])
  })

  test('says that the invoice is paid or canceled', async () => {
    const owner = await signUpToMatch(app)
    await owner.addInvoice('2026-014', 125_000)
    await owner.addIncome('a stranger', 125_000)
    const { id } = await onlySuggested(owner)
    await owner.sql(`update invoices set status = 'paid', received_minor = 125000, paid_at = now()`)
    expect(await refused(owner, id)).toBe('INVOICE_PAID')
    await owner.sql(
      `update invoices set status = 'cancelled', received_minor = 0, credit_notes_minor = 125000, paid_at = null`,
    )
    expect(await refused(owner, id)).toBe('INVOICE_CANCELLED')
  })

  test('is refused when its expense is gone', async () => {
    const owner = await signUpToMatch(app)
    await owner.addExpenses([{ notes: 'Something else' }])
    await owner.addTransactions([{}])
    const { id } = await onlySuggested(owner)
    await owner.sql('delete from expenses')
    expect(await refused(owner, id)).toBe('CHANGED_ELSEWHERE')
  })
})
