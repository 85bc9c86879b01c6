import { expect, test } from 'vitest'
import { itemOfLine, lineWithItem } from './line-of-item.ts'

const item = { id: 'item', description: 'Design', rateMinor: 9000, currency: 'USD', taxNames: null }
const line = { description: 'des', quantity: '2', rateMinor: null }
const vat = { name: 'VAT', rate: 7700 }
const city = { name: 'City tax', rate: 1000 }

test('an item fills in description and price, and keeps the quantity', () => {
  expect(lineWithItem(line, item, { taxes: [], currency: 'USD' })).toEqual({
    description: 'Design',
    quantity: '2',
    rateMinor: 9000,
  })
})

test('a price in another currency is not taken', () => {
  expect(lineWithItem(line, item, { taxes: [], currency: 'EUR' }).rateMinor).toBeNull()
})

test('the line gets those taxes of the item that the invoice has', () => {
  const chosen = lineWithItem(
    line,
    { ...item, taxNames: ['VAT', 'Another'] },
    { taxes: [city, vat], currency: 'USD' },
  )
  expect(chosen.taxes).toEqual([1])
  const all = lineWithItem(
    { ...line, taxes: [] },
    { ...item, taxNames: ['VAT'] },
    { taxes: [vat], currency: 'USD' },
  )
  expect(all).not.toHaveProperty('taxes')
  const untaxed = lineWithItem(line, { ...item, taxNames: [] }, { taxes: [vat], currency: 'USD' })
  expect(untaxed.taxes).toEqual([])
})

test('a line is saved with the names of its taxes, once it has a description and a price', () => {
  const money = { taxes: [city, vat], currency: 'USD' } as const
  expect(itemOfLine({ ...line, rateMinor: 5, taxes: [1] }, money)).toEqual({
    description: 'des',
    rateMinor: 5,
    currency: 'USD',
    taxNames: ['VAT'],
  })
  expect(itemOfLine(line, money)).toBeNull()
  expect(itemOfLine({ ...line, description: ' ', rateMinor: 5 }, money)).toBeNull()
})
