import { expect, test } from 'vitest'
import { transactionCategories } from '../../transactions/rules.ts'
import { categoryOf } from './category-rules.ts'

const codes = (primary: string | null, detailed: string | null, word: string | null = null) => ({
  primary,
  detailed,
  word,
})

test.each([
  [codes('FOOD_AND_DRINK', 'FOOD_AND_DRINK_GROCERIES'), 'Groceries'],
  [codes('FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE'), 'Dining'],
  [codes('RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT'), 'Rent'],
  [codes('RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_WATER'), 'Utilities'],
  [codes('LOAN_PAYMENTS', 'LOAN_PAYMENTS_MORTGAGE_PAYMENT'), 'Mortgage'],
  [codes('INCOME', 'INCOME_WAGES'), 'Salary'],
  [codes('INCOME', 'INCOME_OF_A_KIND_THAT_IS_NEW'), 'Income'],
  [codes('GOVERNMENT_AND_NON_PROFIT', 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT'), 'Taxes'],
  [codes('TRANSPORTATION', null, 'Transport'), 'Transportation'],
])('%o is %s', (category, expected) => {
  expect(categoryOf(category)).toBe(expected)
  expect(transactionCategories).toContain(expected)
})

test('a plain word is taken as it is where there is no code that is known', () => {
  expect(categoryOf(codes(null, null, ' Food '))).toBe('Food')
  expect(categoryOf(codes('BRAND_NEW', 'BRAND_NEW_KIND', 'Sales'))).toBe('Sales')
})

test.each([
  codes(null, null),
  codes(null, null, '  '),
  codes('BRAND_NEW', null),
  codes('toString', 'constructor'),
])('nothing to go by leaves it without one: %o', (category) =>
  expect(categoryOf(category)).toBe('Uncategorized'),
)
