import { expect, test } from 'vitest'
import { accounts, expenseAccount, otherIncomeAccount } from '../../journal/posting-rules.ts'
import { transactionCategories } from '../../transactions/rules.ts'
import {
  accountTypeOf,
  chartNames,
  chartOf,
  defaultCode,
  isAccount,
  standardAccounts,
} from './chart-rules.ts'
import { saveChart } from './contract.ts'

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

const everything = [
  ...standardAccounts,
  ...transactionCategories.flatMap((category) => [expenseAccount(category), otherIncomeAccount(category)]),
]
const ownCategories = ['Food', 'Transport', 'Investment', 'Refund', 'Drones', 'toString', 'rent', 'Übriges']
const own = ownCategories.flatMap((category) => [expenseAccount(category), otherIncomeAccount(category)])

test('all accounts have different numbers in the simple chart, also those of the owner’s own categories', () => {
  const chart = chartOf([...everything, ...own], {})
  expect(chart.length).toBeGreaterThan(70)
  expect(new Set(chart.map(({ code }) => code)).size).toBe(chart.length)
  for (const { code } of chart) expect(code).toMatch(/^\d{4,8}$/)
})

test('in SKR03 and SKR04 only categories share a number, and none has that of another account', () => {
  for (const chart of ['skr03', 'skr04'] as const) {
    const codesOf = (some: readonly string[]) => some.map((account) => defaultCode(account, chart).code)
    const named = codesOf(Object.values(accounts))
    expect(new Set(named).size).toBe(named.length)
    const all = [...everything, ...own]
    const spent = new Set(codesOf(all.filter((account) => account.startsWith('expense:'))))
    const earned = new Set(codesOf(all.filter((account) => account.startsWith('income:other:'))))
    expect([...named, ...earned].filter((code) => spent.has(code))).toEqual([])
    expect(named.filter((code) => earned.has(code))).toEqual([])
  }
})

test('DATEV has accounts that calculate no tax, and take amounts without a client’s own account', () => {
  const codesOf = (account: string) => [
    defaultCode(account, 'skr03').code,
    defaultCode(account, 'skr04').code,
  ]
  expect(codesOf(accounts.givenBack)).toEqual(['8770', '4770'])
  expect(codesOf(accounts.receivable)).toEqual(['1410', '1210'])
})

test('a category that nothing is known about has a number of its own, or in SKR that of the others', () => {
  expect(defaultCode(expenseAccount('toString'), 'skr03')).toEqual({ code: '4900', name: 'toString' })
  // Such a number never changes, or the account would be another one in the next package.
  expect(defaultCode(expenseAccount('Drones'))).toEqual({ code: '69341478', name: 'Drones' })
  expect(defaultCode(otherIncomeAccount('Prizes'))).toEqual({
    code: '48524148',
    name: 'Other income (Prizes)',
  })
})

test('a number has at most 10 characters, which is what Xero takes', () => {
  const codeOf = (code: string) =>
    saveChart.body.safeParse({ accounts: { [accounts.money]: { code, name: 'Bank' } } })
  expect(codeOf('1234567890').success).toBe(true)
  expect(codeOf('12345678901').error?.issues[0]?.message).toBe('Please use at most 10 characters.')
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
  expect(expenses.at(-1)).toMatchObject({ account: 'expense:Drones', code: '69341478' })
  expect(chart[0]).toMatchObject({ account: accounts.money, code: '1000' })
})
