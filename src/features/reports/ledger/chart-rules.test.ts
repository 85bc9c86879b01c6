import { expect, test } from 'vitest'
import { accounts, expenseAccount, otherIncomeAccount } from '../../journal/posting-rules.ts'
import {
  accountTypeOf,
  chartNames,
  chartOf,
  defaultCode,
  isAccount,
  standardAccounts,
} from './chart-rules.ts'

test('every account of the journal has a number, a name and a type', () => {
  for (const account of [...Object.values(accounts), ...standardAccounts]) {
    expect(isAccount(account)).toBe(true)
    for (const chart of Object.keys(chartNames) as (keyof typeof chartNames)[]) {
      expect(defaultCode(account, chart)).toMatchObject({ code: expect.stringMatching(/^\d{4}$/) })
      expect(defaultCode(account, chart).name).not.toBe('')
    }
  }
  expect(accountTypeOf(accounts.money)).toBe('asset')
  expect(accountTypeOf(accounts.taxPaid)).toBe('asset')
  expect(accountTypeOf(accounts.taxCollected)).toBe('liability')
  expect(accountTypeOf(accounts.gain)).toBe('income')
  expect(accountTypeOf(otherIncomeAccount('Salary'))).toBe('income')
  expect(accountTypeOf(expenseAccount('Rent'))).toBe('expense')
})

test('accounts that are offered have different numbers in the simple chart', () => {
  const codes = standardAccounts.map((account) => defaultCode(account).code)
  expect(new Set(codes).size).toBe(codes.length)
})

test('a category that nothing is known about has the number of the others', () => {
  expect(defaultCode(expenseAccount('toString'), 'skr03')).toEqual({ code: '4900', name: 'toString' })
  expect(defaultCode(expenseAccount('Drones'))).toEqual({ code: '6990', name: 'Drones' })
  expect(defaultCode(otherIncomeAccount('Prizes'))).toEqual({ code: '4890', name: 'Other income (Prizes)' })
})

test('what no journal can have is no account', () => {
  for (const text of ['', 'expense:', 'income:other:', 'toString', '__proto__', 'equity'])
    expect(isAccount(text)).toBe(false)
})

test('a chart has what the owner entered, in order of type and number', () => {
  const codes = { [expenseAccount('Rent')]: { code: '10', name: 'Office' } }
  const chart = chartOf([expenseAccount('Drones')], codes)
  const expenses = chart.filter(({ type }) => type === 'expense')
  expect(expenses[0]).toEqual({ account: 'expense:Rent', code: '10', name: 'Office', type: 'expense' })
  expect(expenses.at(-1)).toMatchObject({ account: 'expense:Drones', code: '6990' })
  expect(chart[0]).toMatchObject({ account: accounts.money, code: '1000' })
})
