import { describe, expect, test } from 'vitest'
import { hasTax, keepLineTaxes, showsLineTaxes, withTax } from './line-taxes.ts'

const line = { description: 'Work', quantity: '1', rateMinor: 100 }
const [full, low, city] = [
  { name: 'VAT', rate: 19_000 },
  { name: 'VAT', rate: 7000 },
  { name: 'City', rate: 1000 },
] as const

describe('the lines show their taxes', () => {
  test.each([
    ['without taxes', [], undefined, false],
    ['with one tax on all of them', [full], undefined, false],
    ['with one tax that a line does without', [full], [], true],
    ['with two taxes', [full, low], undefined, true],
    ['without taxes, whatever a line says', [], [], false],
  ])('%s: %#', (_, taxes, own, shown) => {
    expect(showsLineTaxes({ taxes, lines: [line, { ...line, taxes: own }] })).toBe(shown)
  })
})

describe('ticking a tax of a line', () => {
  test('a line without a choice has all of them', () => {
    expect([0, 1].map((index) => hasTax(undefined, index))).toEqual([true, true])
    expect(hasTax([1], 0)).toBe(false)
  })

  test('unticking one leaves the others', () => {
    expect(withTax(undefined, 0, false, 3)).toEqual([1, 2])
    expect(withTax([1], 1, false, 3)).toEqual([])
  })

  test('with all of them ticked again, the line has no choice of its own', () => {
    expect(withTax([1], 0, true, 2)).toBeUndefined()
    expect(withTax([2], 0, true, 3)).toEqual([0, 2])
  })
})

describe('when the taxes of the invoice change', () => {
  test('each line keeps the taxes it had, wherever they are now', () => {
    const lines = [line, { ...line, taxes: [0] }, { ...line, taxes: [1, 2] }]
    expect(keepLineTaxes(lines, [full, low, city], [low, full])).toEqual([
      line,
      { ...line, taxes: [1] },
      { ...line, taxes: [0] },
    ])
  })

  test('a new tax is on the lines that have all taxes, and on no others', () => {
    const lines = [line, { ...line, taxes: [0] }]
    expect(keepLineTaxes(lines, [full, low], [full, low, city])).toEqual(lines)
  })

  test('without taxes no line has a choice', () => {
    expect(keepLineTaxes([{ ...line, taxes: [] }], [full], [])).toEqual([line])
  })
})
