import { expect, test } from 'vitest'
import {
  type ExpenseFormValues,
  checkExpenseForm,
  newExpenseValues,
  toExpenseInput,
} from './expense-form-values.ts'
import { type TaxValues, taxValuesOf, toTaxes, workedOutTaxes } from './tax-values.ts'

const today = '2026-11-16'
const right: ExpenseFormValues = { ...newExpenseValues(today, 'USD'), amountMinor: 11_900, category: 'Rent' }
const vat: TaxValues = { name: 'VAT', percentage: '19', amountMinor: null }
const check = (tax: Partial<TaxValues>, changes: Partial<ExpenseFormValues> = {}) =>
  checkExpenseForm({ ...right, taxes: [{ ...vat, ...tax }], ...changes }, today)

test('a tax is worked out until an amount is typed for it, and sent as it is shown', () => {
  expect(workedOutTaxes(11_900, [vat, { ...vat, percentage: '' }, { ...vat, percentage: 'x' }])).toEqual([
    1900,
    null,
    null,
  ])
  expect(workedOutTaxes('not-a-number', [vat])).toEqual([null])
  expect(workedOutTaxes(-5, [vat])).toEqual([null])
  const taxes = [vat, { name: 'Levy', percentage: '', amountMinor: 5 }]
  expect(toExpenseInput({ ...right, taxes }).taxes).toEqual([
    { name: 'VAT', rate: 19_000, amountMinor: 1900 },
    { name: 'Levy', rate: null, amountMinor: 5 },
  ])
})

test('a stored tax comes back as it was typed: worked out if it is what the amount contains', () => {
  const stored = [
    { name: 'VAT', rate: 19_000, amountMinor: 1900 },
    { name: 'VAT', rate: null, amountMinor: 0 },
  ]
  expect(taxValuesOf(11_900, stored).map(({ amountMinor }) => amountMinor)).toEqual([null, 0])
  expect(toTaxes(11_900, taxValuesOf(11_900, stored))).toEqual(stored)
  const own = [{ name: 'VAT', rate: 19_000, amountMinor: 1899 }]
  expect(toTaxes(11_900, taxValuesOf(11_900, own))).toEqual(own)
})

test('what is wrong with a tax is said at its field', () => {
  expect(check({})).toEqual({})
  expect(check({ name: ' ' })).toEqual({ 'taxes.0.name': 'Please enter a name, such as VAT.' })
  expect(check({ percentage: '101' })).toHaveProperty(['taxes.0.percentage'])
  expect(check({ percentage: '', amountMinor: 5 })).toEqual({})
  expect(check({ percentage: '' })).toEqual({ 'taxes.0.amountMinor': 'Please enter the amount of this tax.' })
  expect(check({ amountMinor: 'too-many-decimals' })).toEqual({
    'taxes.0.amountMinor': 'Please use at most two decimals.',
  })
  expect(check({ amountMinor: 11_901 })).toEqual({
    taxes: 'Taxes are part of the amount, so they can’t come to more than it.',
  })
})
