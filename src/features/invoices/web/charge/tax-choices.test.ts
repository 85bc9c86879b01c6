import { expect, test } from 'vitest'
import { applyRateChange, taxChoices } from './tax-choices.ts'

const vat = { id: 'a', name: 'VAT', rate: 7700, description: 'Standard', isDefault: true }
const city = { id: 'b', name: 'City', rate: 1000, description: '', isDefault: false }

test('the rates of the business can be chosen, and what they used to be stays on the invoice', () => {
  const chosen = [
    { name: 'City', rate: 1000 },
    { name: 'VAT', rate: 8000 },
  ]
  expect(taxChoices([vat, city], chosen).map(({ tax, isChosen }) => [tax.name, tax.rate, isChosen])).toEqual([
    ['VAT', 7700, false],
    ['City', 1000, true],
    ['VAT', 8000, true],
  ])
})

test('an invoice in the making follows a changed or deleted rate, in its place', () => {
  const chosen = [
    { name: 'VAT', rate: 7700 },
    { name: 'City', rate: 1000 },
  ]
  expect(applyRateChange(chosen, vat, { name: 'VAT', rate: 8100 })).toEqual([
    { name: 'VAT', rate: 8100 },
    { name: 'City', rate: 1000 },
  ])
  expect(applyRateChange(chosen, vat, null)).toEqual([{ name: 'City', rate: 1000 }])
  expect(applyRateChange(chosen, { name: 'VAT', rate: 1 }, null)).toEqual(chosen)
})
