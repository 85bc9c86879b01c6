import { describe, expect, test } from 'vitest'
import { addDays, dateIn } from '../../src/shared/dates.ts'
import { otherMerchants, payers, refunders, sampleMerchants } from './sample-merchants.ts'
import { sampleTransactions } from './sample-transactions.ts'

const openedAt = '2026-03-10T04:30:00.000Z'
const accounts = Array.from({ length: 40 }, (_, index) => ({
  id: `account-${index}`,
  seed: `seed-${index}`,
  isCredit: index % 2 === 1,
}))
const all = accounts.map((account) => sampleTransactions({ openedAt }, account))

test('an account has twenty, six of them income, in whole cents within the ranges', () => {
  for (const transactions of all) {
    expect(transactions).toHaveLength(20)
    expect(transactions.filter(({ isIncome }) => isIncome)).toHaveLength(6)
    for (const { minor, isIncome } of transactions) {
      const [from, to] = isIncome ? [50_000, 250_000] : [1_000, 51_000]
      expect(Number.isInteger(minor)).toBe(true)
      expect(minor).toBeGreaterThanOrEqual(from)
      expect(minor).toBeLessThanOrEqual(to)
    }
  }
})

test('merchants keep to the ranges and to the categories of samples', () => {
  const expenses = [...sampleMerchants, ...otherMerchants]
  expect(new Set(expenses.map(({ category }) => category))).toEqual(
    new Set(['Food', 'Transport', 'Utilities', 'Entertainment', 'Shopping', 'Health', 'Travel']),
  )
  expect(new Set(payers.map(({ category }) => category))).toEqual(
    new Set(['Salary', 'Freelance', 'Investment', 'Sales', 'Refund']),
  )
  for (const { from, to } of expenses) expect([from >= 10, from < to, to <= 510]).toEqual([true, true, true])
  for (const { from, to } of [...payers, ...refunders]) {
    expect([from >= 500, from < to, to <= 2500]).toEqual([true, true, true])
  }
})

test('on a credit card only refunds come in', () => {
  const income = all.flatMap((transactions, index) =>
    accounts[index]?.isCredit ? transactions.filter(({ isIncome }) => isIncome) : [],
  )
  expect(new Set(income.map(({ merchant }) => merchant.category))).toEqual(new Set(['Refund']))
})

describe('days', () => {
  test.each(['2026-03-10T00:00:00.000Z', '2026-03-10T10:59:59.999Z', '2026-03-10T11:00:00.000Z', openedAt])(
    'of an account opened at %s lie in the last thirty wherever the owner is, and never ahead in the United States',
    (moment) => {
      const opened = new Date(moment)
      for (const account of accounts) {
        const dates = sampleTransactions({ openedAt: moment }, account).map(({ date }) => date)
        for (const zone of ['Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/New_York']) {
          expect(dates.every((date) => date <= dateIn(zone, opened))).toBe(true)
        }
        const earliest = addDays(dateIn('Pacific/Kiritimati', opened), -29)
        expect(dates.every((date) => date >= earliest)).toBe(true)
        expect(dates).toEqual(dates.toSorted().toReversed())
      }
    },
  )

  test('are spread over the four weeks', () => {
    for (const transactions of all) {
      expect(new Set(transactions.map(({ date }) => date)).size).toBeGreaterThan(12)
      expect((transactions.at(-1)?.date ?? '') < addDays('2026-03-09', -24)).toBe(true)
    }
  })
})

test('the newest one or two are pending, on the newest day, and expenses', () => {
  const counts = all.map((transactions) => {
    const pending = transactions.filter(({ posting }) => posting !== null)
    expect(pending).toEqual(transactions.slice(0, pending.length))
    for (const one of pending) expect(one).toMatchObject({ isIncome: false, date: '2026-03-09' })
    return pending.length
  })
  expect(new Set(counts)).toEqual(new Set([1, 2]))
})

test('there is something to make rules for, and something too long to show', () => {
  for (const transactions of all) {
    const names = transactions.map(({ merchant }) => merchant.name)
    const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
    expect(repeated.size).toBeGreaterThan(1)
    expect(transactions.filter(({ description }) => description.length > 40).length).toBeGreaterThan(3)
    expect(transactions.filter(({ description }) => description.length <= 40).length).toBeGreaterThan(3)
  }
})

test('the same account has the same ones at every look, and no other account has them', () => {
  expect(accounts.map((account) => sampleTransactions({ openedAt }, account))).toEqual(all)
  const ids = all.flat().flatMap(({ id, posting }) => (posting ? [id, posting.id] : [id]))
  expect(new Set(ids).size).toBe(ids.length)
  const amounts = all.map((transactions) => transactions.map(({ minor }) => minor).join())
  expect(new Set(amounts).size).toBe(all.length)
})

test('under another name the account has the same ones, under other names too', () => {
  const [account] = accounts
  const named = (id: string) =>
    sampleTransactions({ openedAt }, { seed: 'x', isCredit: false, ...account, id })
  const facts = (id: string) =>
    named(id).map(({ id: _id, accountId, posting, ...rest }) => {
      expect(accountId).toBe(id)
      return { ...rest, hours: posting?.hours }
    })
  expect(facts('one')).toEqual(facts('other'))
  const ids = ['one', 'other'].flatMap(named).flatMap(({ id, posting }) => [id, posting?.id ?? id])
  expect(new Set(ids).size).toBe(2 * new Set(ids.slice(0, ids.length / 2)).size)
})
