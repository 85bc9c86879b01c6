import { expect, test } from 'vitest'
import { chargeSchema } from '../../document/charge-rules.ts'
import { emptyLine, toAmount, toLines } from './charge-switch.ts'
import { chargeValues, emptyCharge, readCharge } from './charge-values.ts'
import { summarizeCharge } from './summarize-charge.ts'

const charge = chargeSchema.parse({
  kind: 'lines',
  taxIncluded: true,
  lines: [
    { description: 'Design', quantity: 1000, rateMinor: 11_900, taxes: [0] },
    { description: 'Book', quantity: 1000, rateMinor: 10_700, taxes: [1] },
    { description: 'Both', quantity: 1000, rateMinor: 0 },
  ],
  discount: null,
  taxes: [
    { name: 'VAT', rate: 19_000 },
    { name: 'VAT', rate: 7000 },
  ],
  fees: [],
})

test('the taxes of lines and prices with tax survive the way through the form', () => {
  expect(readCharge(chargeValues(charge))).toEqual(charge)
})

test('a line without a choice of its own has no such value, so that the form counts as unchanged', () => {
  expect(Object.keys(chargeValues(charge).lines[2] ?? {})).not.toContain('taxes')
  expect(Object.keys(emptyLine)).not.toContain('taxes')
})

test('the totals beside the fields are those of the document', () => {
  expect(summarizeCharge(chargeValues(charge), 'USD')).toMatchObject({
    subtotalMinor: 22_600,
    taxesMinor: [1900, 700],
    totalMinor: 22_600,
  })
})

test('a single amount has the total with the tax that it included', () => {
  const values = { charge: chargeValues(charge), currency: 'USD', description: '' }
  expect(toAmount(values).charge).toEqual({ ...emptyCharge, amountMinor: 22_600 })
  expect(toLines(values).charge.taxIncluded).toBe(false)
})
