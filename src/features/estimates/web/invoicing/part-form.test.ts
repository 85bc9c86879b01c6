import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../../test/support/fixtures/invoice-document.ts'
import { type PartValues, partText, readPart } from './part-form.ts'

const document = invoiceDocument()
const estimate = { totalMinor: 163_367, leftMinor: 163_367, document }
const percentage = (typed: string): PartValues => ({
  how: 'percentage',
  percentage: typed,
  amountMinor: null,
})
const amount = (amountMinor: PartValues['amountMinor']): PartValues => ({
  how: 'amount',
  percentage: '',
  amountMinor,
})

test('a percentage becomes the amount that the server will ask for, and says what remains', () => {
  const read = readPart(percentage('30'), estimate)
  expect(read).toEqual({
    ok: true,
    part: { kind: 'percentage', percentage: 30_000 },
    minor: 49_010,
    restMinor: 114_357,
  })
  if (read.ok) {
    expect(partText(read, estimate)).toBe('$490.10 on this invoice. $1,143.57 will be left to invoice.')
  }
})

test('an amount that is all that is left leaves nothing', () => {
  const read = readPart(amount(1000), { ...estimate, leftMinor: 1000 })
  expect(read.ok && partText(read, estimate)).toBe('$10.00 on this invoice. Nothing will be left to invoice.')
})

test.each([
  [percentage(''), 'Please enter a percentage above 0, up to 100.'],
  [percentage('0'), 'Please enter a percentage above 0, up to 100.'],
  [percentage('101'), 'Please enter a percentage above 0, up to 100.'],
  [percentage('half'), 'Please enter a percentage above 0, up to 100.'],
  [amount(null), 'Please enter an amount.'],
  [amount(0), 'Please enter an amount.'],
  [amount('not-a-number'), 'Please write the amount like 1,234.50.'],
  [amount(163_368), 'At most $1,633.67 is left to invoice.'],
])('%j is refused with a sentence', (values, message) => {
  expect(readPart(values, estimate)).toMatchObject({ ok: false, message })
})

test('a percentage of the whole that is more than what is left says both', () => {
  expect(readPart(percentage('50'), { ...estimate, leftMinor: 1000 })).toEqual({
    ok: false,
    field: 'percentage',
    message: 'This is $816.84, and at most $10.00 is left to invoice.',
  })
})

test('whatever is accepted is at least one minor unit and at most what is left', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat(10_000_000),
      (thousandths, totalMinor, leftMinor) => {
        const typed = percentage(
          `${Math.trunc(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`,
        )
        const read = readPart(typed, { totalMinor, leftMinor, document })
        if (!read.ok) return
        expect(read.minor).toBeGreaterThanOrEqual(1)
        expect(read.restMinor).toBe(leftMinor - read.minor)
        expect(read.restMinor).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
