import { expect, test } from 'vitest'
import {
  type ExpenseFormValues,
  amountOf,
  checkExpenseForm,
  expenseDraftSchema,
  newExpenseValues,
  toExpenseInput,
} from './expense-form-values.ts'
import { distanceText, mileageValuesOf, toMileage } from './mileage-values.ts'

const today = '2026-11-16'
const drive = { distance: '12.5', unit: 'mi', rate: '0.655' } as const
const right: ExpenseFormValues = { ...newExpenseValues(today, 'USD'), category: 'Travel', mileage: drive }
const check = (mileage: Partial<typeof right.mileage>) =>
  checkExpenseForm({ ...right, mileage: { ...drive, ...mileage } }, today)

test('the amount is the distance at its rate, whatever was typed before', () => {
  const mileage = { distance: 12_500, unit: 'mi', rate: 65_500 }
  expect(toExpenseInput({ ...right, amountMinor: 5 })).toMatchObject({ amountMinor: 819, mileage })
  expect(amountOf({ ...right, mileage: null, amountMinor: 5 })).toBe(5)
  expect(amountOf({ ...right, mileage: { ...drive, rate: '' } })).toBeNull()
  expect(expenseDraftSchema.parse(structuredClone(right))).toEqual(right)
})

test('a rate has three decimals more than its currency', () => {
  const rates = ['USD', 'JPY', 'KWD'].map((currency) => toMileage({ ...drive, rate: '20.5' }, currency).rate)
  expect(rates).toEqual([2_050_000, 20_500, 20_500_000])
  const stored = { distance: 1, unit: 'km', rate: 65_555 } as const
  for (const currency of ['USD', 'JPY', 'KWD'])
    expect(toMileage(mileageValuesOf(stored, currency), currency)).toEqual(stored)
  expect(distanceText({ distance: 12_500, unit: 'mi', rate: 1 })).toBe('12.5 mi')
})

test('one that repeats has an amount and no mileage', () => {
  const values = { ...right, repeats: 'monthly' as const, amountMinor: 700 }
  expect(toExpenseInput(values)).toMatchObject({ amountMinor: 700, mileage: null })
  expect(checkExpenseForm(values, today)).toEqual({})
})

test('what is missing is said at its own field, not at the amount', () => {
  expect(check({})).toEqual({})
  expect(check({ distance: '' })).toEqual({
    'mileage.distance': 'Please enter a distance from 0.001 to 999,999.999.',
  })
  expect(check({ rate: '' })).toEqual({ 'mileage.rate': 'Please enter a rate above 0.' })
  expect(check({ rate: '0' })).toEqual({ 'mileage.rate': 'Please enter a rate above 0.' })
  expect(check({ distance: '999999', rate: '9999' })).toEqual({
    amountMinor: 'Please enter an amount from 0.00 to 999,999,999.99.',
  })
})
