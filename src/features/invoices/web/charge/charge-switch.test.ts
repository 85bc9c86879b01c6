import { describe, expect, test } from 'vitest'
import { emptyLine, losesLines, toAmount, toLines } from './charge-switch.ts'
import { type ChargeValues, emptyCharge } from './charge-values.ts'

const amount = { charge: { ...emptyCharge, amountMinor: 12_345 }, description: 'Two days\nof work ' }
const lines = (...given: ChargeValues['lines']): ChargeValues => ({
  ...emptyCharge,
  kind: 'lines',
  lines: given,
})
const currency = 'USD'
const work = { description: 'Work', quantity: '1', rateMinor: 12_345 }

describe('from an amount to lines', () => {
  test('the amount and the description become the first line', () => {
    const { charge, description } = toLines(amount)
    expect(charge.kind).toBe('lines')
    expect(charge.lines).toEqual([{ description: 'Two days of work', quantity: '1', rateMinor: 12_345 }])
    expect(description).toBe('')
  })

  test('an empty form gets one empty line', () => {
    expect(toLines({ charge: emptyCharge, description: '' }).charge.lines).toEqual([emptyLine])
  })

  test('what is no amount is no rate either', () => {
    const charge = { ...emptyCharge, amountMinor: 'too-large' as const }
    expect(toLines({ charge, description: '' }).charge.lines).toEqual([emptyLine])
  })

  test('a description that is too long for a line stays where it is', () => {
    const long = 'x'.repeat(501)
    const { charge, description } = toLines({ ...amount, description: long })
    expect(charge.lines[0]?.description).toBe('')
    expect(description).toBe(long)
  })
})

describe('from lines to an amount', () => {
  test('the total is kept, and the words of a single line', () => {
    const back = toAmount({ charge: lines({ ...work, quantity: '2' }), currency, description: '' })
    expect(back).toEqual({ charge: { ...emptyCharge, amountMinor: 24_690 }, description: 'Work' })
  })

  test('a description that is there is not overwritten', () => {
    expect(toAmount({ charge: lines(work), currency, description: 'Spring' }).description).toBe('Spring')
  })

  test('lines without a total give back the amount of before', () => {
    const charge = { ...lines({ ...work, rateMinor: null }), amountMinor: 700 }
    expect(toAmount({ charge, currency, description: '' }).charge.amountMinor).toBe(700)
  })

  test('a line without a rate does not keep the others from adding up', () => {
    const charge = lines(work, emptyLine)
    expect(toAmount({ charge, currency, description: '' }).charge.amountMinor).toBe(12_345)
  })

  test('there and back again changes nothing', () => {
    const before = { charge: { ...emptyCharge, amountMinor: 100 }, description: 'Work' }
    expect(toAmount({ ...toLines(before), currency })).toEqual(before)
  })
})

describe('asking before lines are lost', () => {
  test.each([
    ['untouched lines', lines(emptyLine, emptyLine), '', false],
    ['one plain line', lines(work), '', false],
    ['one plain line, but its words have nowhere to go', lines(work), 'Spring', true],
    ['a quantity', lines({ ...work, quantity: '2' }), '', true],
    ['two lines', lines(work, work), '', true],
    ['a tax', { ...lines(work), taxes: [{ name: 'VAT', rate: 7700 }] }, '', true],
    ['a fee', { ...lines(work), fees: [{ description: '', amountMinor: null }] }, '', true],
    [
      'a discount',
      { ...lines(work), discount: { ...emptyCharge.discount, kind: 'fixed' as const } },
      '',
      true,
    ],
  ])('%s', (_, charge, description, asks) => {
    expect(losesLines({ charge, description })).toBe(asks)
  })
})
