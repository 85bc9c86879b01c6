import { expect, test } from 'vitest'
import { sampleReceipt } from '../../../../../test/support/fixtures/sample-receipt.ts'
import { fieldsToCheck } from '../fields-to-check.ts'
import {
  checkReceiptFields,
  inCurrency,
  toExpenseBody,
  toReceiptBody,
  valuesOf,
} from './receipt-field-values.ts'

const receipt = sampleReceipt()
const empty = { ...receipt, merchant: null, date: null, currency: null, totalMinor: null, category: null }

test('what is empty and needed, or doubtful, is to be checked until the owner has confirmed it', () => {
  expect([...fieldsToCheck(receipt)]).toEqual(['date'])
  expect([...fieldsToCheck({ ...empty, reading: null })]).toEqual(['merchant', 'date', 'total', 'currency'])
  expect(fieldsToCheck({ ...receipt, checkedAt: receipt.createdAt }).size).toBe(0)
  expect(fieldsToCheck({ ...empty, state: 'waiting', reading: null }).size).toBe(0)
})

test('fields that were not read are empty, in the home currency', () => {
  expect(valuesOf(empty, 'CHF')).toMatchObject({
    merchant: '',
    date: null,
    currency: 'CHF',
    totalMinor: null,
    category: 'Other',
  })
})

test('an expense needs a total and a date, a receipt does not', () => {
  const values = valuesOf(empty, 'USD')
  expect(checkReceiptFields(values, false)).toEqual({})
  expect(Object.keys(checkReceiptFields(values, true))).toEqual(['totalMinor', 'date'])
  expect(checkReceiptFields(valuesOf(receipt, 'USD'), true)).toEqual({})
})

test('what cannot be read as an amount, a date or a card is refused', () => {
  const values = {
    ...valuesOf(receipt, 'USD'),
    taxMinor: 'not-a-number' as const,
    date: '31st',
    cardLast4: '12',
  }
  expect(Object.keys(checkReceiptFields(values, false))).toEqual(['taxMinor', 'date', 'cardLast4'])
})

test('the numbers stay when the currency changes', () => {
  const values = valuesOf({ ...receipt, totalMinor: 2700, taxMinor: 255 }, 'USD')
  expect(inCurrency(values, 'JPY')).toEqual({
    currency: 'JPY',
    totalMinor: 27,
    taxMinor: 'too-many-decimals',
  })
})

test('the fields are sent as they are, and the expense has the merchant as its notes', () => {
  const values = { ...valuesOf(receipt, 'USD'), merchant: ' Hill Street ', cardLast4: '' }
  expect(toReceiptBody(values)).toMatchObject({ merchant: 'Hill Street', cardLast4: null, totalMinor: 2755 })
  expect(toExpenseBody(values)).toEqual({
    amountMinor: 2755,
    date: '2026-01-31',
    vendor: 'Hill Street',
    notes: '',
    currency: 'EUR',
    category: 'Supplies',
  })
})
