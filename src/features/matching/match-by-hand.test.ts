import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccountRow } from '../../../test/support/fixtures/transaction-rows.ts'
import { type Matcher, signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { getInvoice } from '../invoices/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

type Kind = contract.Match['kind']
const send = (owner: Matcher, id: string, kind: Kind, targetIds: string[]) =>
  owner.send(contract.matchTransaction, { params: { id }, body: { kind, targetIds } })
const choose = (owner: Matcher, id: string, kind: Kind, targetIds: string[]) =>
  owner.ask(contract.matchTransaction, { params: { id }, body: { kind, targetIds } })
const codeOf = async (owner: Matcher, id: string, kind: Kind, targetIds: string[]) =>
  (await problemOf(await send(owner, id, kind, targetIds))).code

test('the oldest invoice is paid first, and the last one takes what is left', async () => {
  const owner = await signUpToMatch(app)
  const late = await owner.addInvoice('2', 500, { issueDate: '2026-11-05' })
  const early = await owner.addInvoice('1', 300, { issueDate: '2026-11-01' })
  const id = await owner.addIncome('a stranger', 650)
  const match = await choose(owner, id, 'invoices', [late, early])
  expect(match).toMatchObject({
    state: 'accepted',
    decidedBy: 'owner',
    targets: [
      { id: early, amountMinor: 300 },
      { id: late, amountMinor: 350 },
    ],
  })
  expect(await choose(owner, id, 'invoices', [early, late])).toEqual(match)
  expect(await owner.ask(getInvoice, { params: { id: late } })).toMatchObject({ openMinor: 150 })
})

test('it refuses what cannot be', async () => {
  const owner = await signUpToMatch(app)
  const [a, b] = [await owner.addInvoice('1', 300), await owner.addInvoice('2', 300)]
  const euros = await owner.addInvoice('3', 300, { currency: 'EUR' })
  const [expense = ''] = await owner.addExpenses([{}])
  const income = await owner.addIncome('a stranger', 300)
  const [outgoing = ''] = await owner.addTransactions([{}])
  expect(await codeOf(owner, income, 'invoices', [a, b])).toBe('VALIDATION_FAILED')
  expect(await codeOf(owner, income, 'invoices', [euros])).toBe('VALIDATION_FAILED')
  expect(await codeOf(owner, income, 'expense', [expense])).toBe('VALIDATION_FAILED')
  expect(await codeOf(owner, outgoing, 'invoices', [a])).toBe('VALIDATION_FAILED')
  expect(await codeOf(owner, income, 'payout', [a])).toBe('NOT_FOUND')
  expect(await codeOf(owner, income, 'transfer', [outgoing])).toBe('VALIDATION_FAILED')
  expect(await codeOf(owner, income, 'invoices', [expense])).toBe('NOT_FOUND')
  await choose(owner, income, 'invoices', [a])
  expect(await codeOf(owner, income, 'invoices', [b])).toBe('CHANGED_ELSEWHERE')
  const another = await owner.addIncome('another stranger', 300)
  expect(await codeOf(owner, another, 'invoices', [a])).toBe('INVOICE_PAID')
})

test('an expense in another currency can be matched', async () => {
  const owner = await signUpToMatch(app)
  const [expense = ''] = await owner.addExpenses([{ currency: 'EUR', amountMinor: 1000 }])
  const [id = ''] = await owner.addTransactions([{}])
  expect(await choose(owner, id, 'expense', [expense])).toMatchObject({ state: 'accepted' })
})

test('the nearest targets come first, and a search finds others', async () => {
  const owner = await signUpToMatch(app)
  const same = await owner.addInvoice('2026-014', 300, { clientName: 'Northwind Studio' })
  const far = await owner.addInvoice('2026-015', 99_900, { clientName: 'Riverside', dueDate: '2027-03-01' })
  const id = await owner.addIncome('a stranger', 300)
  const find = async (search: string) => {
    const { targets } = await owner.ask(contract.findMatchTargets, { params: { id }, query: { search } })
    return targets.map((target) => target.id)
  }
  expect(await find('')).toEqual([same, far])
  expect(await find('river')).toEqual([far])
  expect(await find('2026-015')).toEqual([far])
  expect(await find('999.00')).toEqual([far])
  expect(await find('%')).toEqual([])
})

test('what names the payer comes first, and only the other side of a transfer is offered', async () => {
  const owner = await signUpToMatch(app)
  await owner.addInvoice('2026-014', 60_000, { clientName: 'Riverside' })
  const named = await owner.addInvoice('2026-015', 99_900, { clientName: 'Northwind Studio' })
  const here = await addAccountRow(app.database, owner.businessId)
  const there = await addAccountRow(app.database, owner.businessId)
  const [id = '', same] = await owner.addTransactions([
    { accountId: here, isIncome: true, amountMinor: 60_000, description: 'NORTHWIND STUDIO part payment' },
    { accountId: there, isIncome: false, amountMinor: 60_000, description: 'Payment out' },
    { accountId: there, isIncome: false, amountMinor: 500, description: 'Parking' },
  ])
  const { targets } = await owner.ask(contract.findMatchTargets, { params: { id }, query: { search: '' } })
  expect(targets[0]?.id).toBe(named)
  expect(targets.filter(({ kind }) => kind === 'transfer').map((target) => target.id)).toEqual([same])
})

test('expenses, receipts and other accounts are found by their words', async () => {
  const owner = await signUpToMatch(app)
  const [expense] = await owner.addExpenses([{ notes: 'Office paper', amountMinor: 5 }])
  const [receipt] = await owner.addReceipts([{ merchant: 'Paper Mill', totalMinor: 7 }])
  const [id = ''] = await owner.addTransactions([{}])
  const { targets } = await owner.ask(contract.findMatchTargets, {
    params: { id },
    query: { search: 'paper' },
  })
  expect(targets.map((target) => target.id).toSorted()).toEqual([expense, receipt].toSorted())
})
