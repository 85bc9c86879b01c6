import { expect, test } from 'vitest'
import { sampleReceipt } from '../../../../../test/support/fixtures/sample-receipt.ts'
import { newExpenseValues } from '../../../expenses/web/expense-form-values.ts'
import { expenseFieldsToCheck, filledFromReceipt } from './filled-from-receipt.ts'

const initial = newExpenseValues('2026-02-01', 'USD')

test('an untouched form gets everything that was read', () => {
  expect(filledFromReceipt(sampleReceipt(), initial, initial, [])).toEqual({
    amountMinor: 2755,
    currency: 'EUR',
    date: '2026-01-31',
    vendor: 'Hill Street Hardware',
    category: 'Supplies',
  })
})

test('what the user has entered stays, an amount with its currency', () => {
  const typed = { ...initial, amountMinor: 100, vendor: 'Screws & Co', date: '2026-01-30' }
  expect(filledFromReceipt(sampleReceipt(), typed, initial, [])).toEqual({ category: 'Supplies' })
})

test('the tax comes with the amount, and has a saved rate if that comes to it', () => {
  const rate = { id: 'a', name: 'VAT', rate: 20_000, description: '', isDefault: false }
  const taxesOf = (taxMinor: number, typed = initial) =>
    filledFromReceipt(sampleReceipt({ taxMinor }), typed, initial, [rate]).taxes
  expect(taxesOf(459)).toEqual([{ name: 'VAT', percentage: '20', amountMinor: null }])
  expect(taxesOf(460)).toEqual([{ name: 'Tax', percentage: '', amountMinor: 460 }])
  expect(taxesOf(459, { ...initial, amountMinor: 100 })).toBeUndefined()
  const own = [{ name: 'GST', percentage: '5', amountMinor: null }]
  expect(taxesOf(459, { ...initial, taxes: own })).toBeUndefined()
  expect(filledFromReceipt(sampleReceipt({ taxMinor: 459 }), initial, initial, null).taxes).toBeUndefined()
})

test('what was not read is left for the user and marked', () => {
  const receipt = sampleReceipt({ totalMinor: null, date: null, category: null })
  expect(Object.keys(filledFromReceipt(receipt, initial, initial, []))).toEqual(['vendor'])
  expect([...expenseFieldsToCheck(receipt)].toSorted()).toEqual(['amountMinor', 'category', 'date'])
  expect(expenseFieldsToCheck(undefined).size).toBe(0)
  expect(expenseFieldsToCheck(sampleReceipt({ state: 'waiting', category: null })).size).toBe(0)
})
