import { expect, test } from 'vitest'
import { readTypedAmount } from '../../../web/forms/typed-amount.ts'
import {
  type ExpenseFormValues,
  checkExpenseForm,
  dateNote,
  expenseDraftSchema,
  expensePath,
  filledFrom,
  newExpenseValues,
  recurringValuesOf,
  toExpenseInput,
  toRepeat,
} from './expense-form-values.ts'

const today = '2026-11-16'
const right: ExpenseFormValues = { ...newExpenseValues(today, 'USD'), amountMinor: 1250, category: 'Rent' }
const check = (changes: Partial<ExpenseFormValues>) => checkExpenseForm({ ...right, ...changes }, today)

test('a new one is dated today, does not repeat and asks for amount and category', () => {
  expect(checkExpenseForm(newExpenseValues(today, 'USD'), today)).toEqual({
    amountMinor: 'Please enter an amount from 0.00 to 999,999,999.99.',
    category: 'Please choose a category.',
  })
  expect(check({})).toEqual({})
  expect(toRepeat(right)).toBeNull()
  expect(toExpenseInput(right)).toEqual({
    currency: 'USD',
    amountMinor: 1250,
    category: 'Rent',
    date: today,
    notes: '',
    vendor: '',
    taxes: [],
    mileage: null,
    clientId: null,
  })
})

test('an amount may be nothing, but not less, and says what is wrong with it', () => {
  expect(check({ amountMinor: 0 })).toEqual({})
  expect(check({ amountMinor: -1 })).toHaveProperty('amountMinor')
  expect(check({ amountMinor: 'too-many-decimals' })).toEqual({
    amountMinor: 'Please use at most two decimals.',
  })
  expect(check({ amountMinor: 'too-large' })).toEqual({
    amountMinor: 'The amount can be at most $999,999,999.99.',
  })
})

test('text that is no amount is told how to write one', () => {
  const messageFor = (text: string) =>
    check({ amountMinor: readTypedAmount(text, { currency: 'USD' }) })['amountMinor']
  for (const text of ['€5', '+5', 'abc', '1,2,3'])
    expect(messageFor(text)).toBe('Please write the amount like 1,234.50.')
  expect(messageFor('1,2345')).toBe('Please use at most two decimals.')
  expect(messageFor('1.234')).toBe('“1.234” could mean 1,234.00 or 1.23. Please write the one you mean.')
  for (const text of ['-5', ' '])
    expect(messageFor(text)).toBe('Please enter an amount from 0.00 to 999,999,999.99.')
  for (const text of ['1,250', '$12.5', '12,50', '1.234,50']) expect(messageFor(text)).toBeUndefined()
})

test('an amount has the decimals and the limit of its currency', () => {
  const messageIn = (currency: string, text: string) =>
    check({ currency, amountMinor: readTypedAmount(text, { currency }) })['amountMinor']
  expect(messageIn('JPY', '12.50')).toBe('Amounts in JPY have no decimals.')
  expect(messageIn('JPY', '-5')).toBe('Please enter an amount from 0 to 99,999,999,999.')
  expect(messageIn('JPY', '99,999,999,999')).toBeUndefined()
  expect(messageIn('JPY', '100,000,000,000')).toBe('The amount can be at most ¥99,999,999,999.')
  expect(messageIn('KWD', '12.345')).toBeUndefined()
  expect(messageIn('KWD', '12.3456')).toBe('Please use at most three decimals.')
  expect(messageIn('IDR', '99,999,999,999.99')).toBeUndefined()
  const most = { amountMinor: 9_999_999_999_999 }
  expect(check({ currency: 'IDR', ...most })).toEqual({})
  expect(check({ currency: 'EUR', ...most })).toEqual({
    amountMinor: 'Please enter an amount from 0.00 to 999,999,999.99.',
  })
})

test('a date is needed, and so is the end of one that ends', () => {
  expect(check({ date: null })).toEqual({ date: 'Please choose a date.' })
  const unreadable = 'Please enter a date like Dec 25, 2026, or pick one.'
  expect(check({ date: '25.12.2026' })).toEqual({ date: unreadable })
  expect(check({ endKind: 'date' })).toEqual({})
  expect(check({ repeats: 'monthly', endKind: 'date' })).toEqual({ endDate: 'Please choose an end date.' })
  expect(check({ repeats: 'monthly', endKind: 'date', endDate: 'someday' })).toEqual({ endDate: unreadable })
  expect(check({ repeats: 'monthly', endKind: 'date', endDate: '2026-11-15' })).toEqual({
    endDate: 'This is before the start date.',
  })
  expect(check({ repeats: 'weekly', endKind: 'count', endCount: '0' })).toEqual({
    endCount: 'Please enter a number from 1 to 1000.',
  })
})

test('a date more than ten years ahead is noted, and taken', () => {
  expect(dateNote('2036-11-16', today)).toBeNull()
  expect(dateNote('2036-11-17', today)).toBe('This is more than ten years ahead.')
  expect(check({ date: '2036-11-17' })).toEqual({})
  expect([null, 'someday'].map((date) => dateNote(date, today))).toEqual([null, null])
})

test('only one that repeats is bound to begin within a year back, and not once it has begun', () => {
  const old = { date: '2025-11-14' }
  expect(check(old)).toEqual({})
  expect(check({ ...old, repeats: 'monthly' })).toEqual({
    date: 'A recurring expense can start at most a year ago.',
  })
  expect(checkExpenseForm({ ...right, ...old, repeats: 'monthly' }, null)).toEqual({})
})

test('what the server says about a field of its own is shown at the one of the form', () => {
  expect(
    ['repeat.end.date', 'end.count', 'repeat.frequency', 'taxes.1.rate', 'notes'].map(expensePath),
  ).toEqual(['endDate', 'endCount', 'repeats', 'taxes.1.percentage', 'notes'])
})

test('an earlier entry leaves an amount that was typed alone', () => {
  const own = { currency: 'CHF', amountMinor: 999, category: 'Travel', notes: 'Train', vendor: 'Rail' }
  const tax = { name: 'VAT', rate: 8100, amountMinor: 75 }
  const entry = { ...own, taxes: [tax], mileage: null }
  const taxes = [{ name: 'VAT', percentage: '8.1', amountMinor: null }]
  expect(filledFrom(entry, { ...right, amountMinor: null })).toEqual({ ...own, taxes, mileage: null })
  const driving = { ...right, amountMinor: null, mileage: { distance: '', unit: 'km' as const, rate: '' } }
  expect(filledFrom(entry, driving)).not.toHaveProperty('amountMinor')
  expect(filledFrom(entry, right)).toEqual({ category: 'Travel', notes: 'Train', vendor: 'Rail' })
})

test('a recurring one comes back as it was saved, and a draft as it was typed', () => {
  const values = recurringValuesOf({
    id: '00000000-0000-4000-8000-000000000000',
    version: 1,
    currency: 'EUR',
    amountMinor: 1250,
    category: 'Rent',
    notes: 'Workshop',
    vendor: 'Landlord',
    taxes: [{ name: 'VAT', rate: null, amountMinor: 100 }],
    frequency: 'quarterly',
    startDate: '2026-01-31',
    end: { kind: 'count', count: 4 },
    nextDate: null,
    state: 'over',
    createdAt: '2026-01-31T00:00:00.000Z',
  })
  expect(toRepeat(values)).toEqual({ frequency: 'quarterly', end: { kind: 'count', count: 4 } })
  expect(checkExpenseForm(values, null)).toEqual({})
  const typed = { ...values, date: 'someday', amountMinor: 'not-a-number' as const }
  expect(expenseDraftSchema.parse(structuredClone(typed))).toEqual({ ...typed, amountMinor: null })
  const { currency: _, vendor: _vendor, client: _client, taxes: _taxes, mileage: _mileage, ...older } = values
  expect(expenseDraftSchema.parse(older)).toMatchObject({
    currency: 'USD',
    amountMinor: 1250,
    vendor: '',
    taxes: [],
    mileage: null,
    client: null,
  })
})
