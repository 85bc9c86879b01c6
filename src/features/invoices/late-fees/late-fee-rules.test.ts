import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxMinorOf } from '../../../shared/currencies.ts'
import { type LateFeeTerms, lateFeeTermsSchema } from '../../business/late-fee-rules.ts'
import { calculateTotals } from '../document/totals-rules.ts'
import { planParts, splitParts } from '../parts/part-rules.ts'
import {
  lateFeeLabel,
  lateFeeMinor,
  lateFeeSentence,
  lateFeeWarning,
  lateFeesMinor,
  withLateFees,
} from './late-fee-rules.ts'

const once: LateFeeTerms = { kind: 'amount', value: 2500, afterDays: 14, repeats: 'once', maxMinor: null }
const base = { overdueMinor: 100_000, addedMinor: 0, totalMinor: 100_000 }
const terms: fc.Arbitrary<LateFeeTerms> = fc.record({
  kind: fc.constantFrom('amount' as const, 'percentage' as const),
  value: fc.integer({ min: 1, max: 100_000 }),
  afterDays: fc.integer({ min: 1, max: 365 }),
  repeats: fc.constantFrom('once' as const, 'monthly' as const),
  maxMinor: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
})
const minor = fc.integer({ min: 0, max: 100_000_000 })

describe('the amount', () => {
  test('is fixed, or a percentage that is rounded half away from zero', () => {
    expect(lateFeeMinor(once, base, 'USD')).toBe(2500)
    const percent = { ...once, kind: 'percentage', value: 1500 } as const
    expect(lateFeeMinor(percent, base, 'USD')).toBe(1500)
    expect(lateFeeMinor(percent, { ...base, overdueMinor: 33 }, 'USD')).toBe(0)
    // 1.5% of 1.00 is 1.5 cents.
    expect(lateFeeMinor(percent, { ...base, overdueMinor: 100 }, 'USD')).toBe(2)
    expect(lateFeeMinor(percent, { ...base, overdueMinor: 99 }, 'USD')).toBe(1)
  })

  test('counts in the minor unit of the currency, with 0 and with 3 decimals', () => {
    const percent = { ...once, kind: 'percentage', value: 1500 } as const
    expect(lateFeeMinor(percent, { ...base, overdueMinor: 10_050 }, 'JPY')).toBe(151)
    expect(lateFeeMinor(percent, { ...base, overdueMinor: 1_000_500 }, 'KWD')).toBe(15_008)
    expect(lateFeeSentence(once, { currency: 'JPY', locale: 'en-US' })).toContain('of ¥2,500 is')
    expect(lateFeeSentence(once, { currency: 'KWD', locale: 'en-US' })).toContain('2.500 is')
  })

  test('never exceeds the limit of the fees, nor that of the total', () => {
    expect(lateFeeMinor({ ...once, maxMinor: 3000 }, { ...base, addedMinor: 2500 }, 'USD')).toBe(500)
    expect(lateFeeMinor({ ...once, maxMinor: 3000 }, { ...base, addedMinor: 3000 }, 'USD')).toBe(0)
    const totalMinor = maxMinorOf('USD') - 100
    expect(lateFeeMinor(once, { ...base, totalMinor }, 'USD')).toBe(100)
  })

  test('is nothing while nothing but fees is open', () => {
    expect(lateFeeMinor(once, { ...base, overdueMinor: 0 }, 'USD')).toBe(0)
  })

  test('added again and again stays within the limit and is never negative', () => {
    fc.assert(
      fc.property(terms, minor, fc.integer({ min: 1, max: 60 }), (chosen, overdueMinor, months) => {
        let addedMinor = 0
        for (let month = 0; month < months; month++) {
          const facts = { overdueMinor, addedMinor, totalMinor: overdueMinor + addedMinor }
          const feeMinor = lateFeeMinor(chosen, facts, 'USD')
          expect(Number.isSafeInteger(feeMinor) && feeMinor >= 0).toBe(true)
          if (chosen.kind === 'percentage') {
            expect(feeMinor * 100_000).toBeLessThanOrEqual(overdueMinor * chosen.value + 50_000)
          }
          addedMinor += feeMinor
        }
        if (chosen.maxMinor !== null) expect(addedMinor).toBeLessThanOrEqual(chosen.maxMinor)
        expect(overdueMinor + addedMinor).toBeLessThanOrEqual(maxMinorOf('USD'))
      }),
    )
  })
})

describe('the totals with late fees', () => {
  const lateFees = [
    { dueDate: '2026-11-01', on: '2026-11-15', amountMinor: 2500 },
    { dueDate: '2026-12-01', on: '2026-12-15', amountMinor: 100 },
  ]
  const lines = {
    kind: 'lines' as const,
    lines: [{ description: 'Design', quantity: 1000, rateMinor: 10_000 }],
    discount: null,
    taxes: [{ name: 'VAT', rate: 10_000 }],
    fees: [{ description: 'Travel', amountMinor: 1000 }],
  }

  test('add them after the taxes, of lines and of a single amount', () => {
    const of = (charge: Parameters<typeof calculateTotals>[0]) => calculateTotals(charge, 'USD', lateFees)
    expect(of(lines)).toMatchObject({
      totals: { subtotalMinor: 10_000, taxMinor: 1000, feesMinor: 3600, totalMinor: 14_600 },
    })
    expect(of({ kind: 'amount', amountMinor: 10_000 })).toMatchObject({
      totals: { subtotalMinor: 10_000, taxMinor: 0, feesMinor: 2600, totalMinor: 12_600 },
    })
  })

  test('are those of the same charge with the late fees among its fees', () => {
    const { fees } = withLateFees(lines, lateFees)
    expect(fees.map(({ description }) => description)).toEqual([
      'Travel',
      'Late fee: 14 days after Nov 1, 2026',
      'Late fee: 14 days after Dec 1, 2026',
    ])
    expect(calculateTotals({ ...lines, fees }, 'USD')).toEqual(calculateTotals(lines, 'USD', lateFees))
  })

  test('keep each part, with its late fee, and the rest takes that of a part that is gone', () => {
    const asked = [{ amount: { kind: 'percentage', value: 30_000 } as const, dueDate: '2026-11-01' }]
    const schedule = { totalMinor: 12_600, dueDate: '2026-12-20', lateFees }
    expect(planParts(asked, schedule)?.map(({ amountMinor }) => amountMinor)).toEqual([5500, 7100])
  })

  test('are divided among the parts whole, whatever was paid', () => {
    const dates = ['2026-11-01', '2026-11-20', '2026-12-01']
    const fee = fc.record({
      dueDate: fc.constantFrom(...dates, '2026-10-01'),
      on: fc.constant('2026-12-24'),
      amountMinor: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(fee, { maxLength: 5 }), minor, (fees, receivedMinor) => {
        const asked = [
          { amount: { kind: 'percentage', value: 33_333 } as const, dueDate: dates[0]! },
          { amount: { kind: 'fixed', value: 10_000 } as const, dueDate: dates[1]! },
        ]
        const totalMinor = 100_000 + lateFeesMinor(fees)
        const parts = planParts(asked, { totalMinor, dueDate: dates[2]!, lateFees: fees }) ?? []
        const money = { totalMinor, creditNotesMinor: 0, creditedMinor: 0, receivedMinor, waivedMinor: 0 }
        const split = splitParts(parts, money)
        expect(split.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(totalMinor)
        const open = split.reduce((sum, part) => sum + part.openMinor, 0)
        expect(open).toBe(Math.max(0, totalMinor - receivedMinor))
      }),
    )
  })
})

describe('the words', () => {
  const format = { currency: 'USD', locale: 'en-US' }
  test('say on the invoice when it is added, how much and how often', () => {
    expect(lateFeeSentence(once, format)).toBe('A late fee of $25.00 is added 14 days after the due date.')
    const monthly = { ...once, kind: 'percentage', value: 1500, repeats: 'monthly', maxMinor: 5000 } as const
    expect(lateFeeSentence(monthly, format)).toBe(
      'A late fee of 1.5% of the overdue amount is added 14 days after the due date, and each month after that, up to $50.00.',
    )
    expect(lateFeeSentence({ ...once, afterDays: 1 }, format, { hasParts: true })).toBe(
      'A late fee of $25.00 is added 1 day after the due date of each part.',
    )
  })

  test('give the reason of a fee, and warn before it', () => {
    const fee = { dueDate: '2026-11-01', on: '2026-12-15', amountMinor: 2500 }
    expect(lateFeeLabel(fee)).toBe('Late fee: 44 days after Nov 1, 2026')
    expect(lateFeeWarning(fee, format)).toBe(
      'A late fee of $25.00 will be added on Dec 15, 2026 if this is not paid by then.',
    )
  })
})

test('terms are refused with the field that is wrong', () => {
  const fieldsOf = (change: Partial<LateFeeTerms>) =>
    lateFeeTermsSchema.safeParse({ ...once, ...change }).error?.issues.map(({ path }) => path.join('.'))
  expect(fieldsOf({})).toBeUndefined()
  expect(fieldsOf({ value: 0 })).toEqual(['value'])
  expect(fieldsOf({ kind: 'percentage', value: 100_001 })).toEqual(['value'])
  expect(fieldsOf({ afterDays: 0 })).toEqual(['afterDays'])
  expect(fieldsOf({ afterDays: 366 })).toEqual(['afterDays'])
  expect(fieldsOf({ maxMinor: 0 })).toEqual(['maxMinor'])
})
