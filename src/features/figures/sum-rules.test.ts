import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMoney } from '../../shared/money.ts'
import { addSums, averageOf, minus, negated, notConvertedIn, toSum } from './sum-rules.ts'

const rates = [
  { currency: 'EUR', rate: '1.0843', ratedOn: '2026-11-13', source: 'European Central Bank' },
  { currency: 'JPY', rate: '0.006512345', ratedOn: '2026-11-14', source: 'own' },
]
const one = (currency: string, minor: number, count = 1) => ({ currency, minor, count })

test('money of the home currency alone is added up without a rate', () => {
  expect(toSum('USD', [one('USD', 500), one('USD', -200)], [])).toEqual({ minor: 300, count: 2, other: [] })
  expect(toSum('USD', [], rates)).toEqual({ minor: 0, count: 0, other: [] })
})

test('another currency is added up first and converted as a whole', () => {
  // Each alone is 0.65 cents and would round to 1; all three are 1.95 cents.
  const sums = [one('JPY', 1), one('JPY', 1), one('JPY', 1), one('USD', 100)]
  expect(toSum('USD', sums, rates)).toEqual({
    minor: 102,
    count: 4,
    other: [
      {
        currency: 'JPY',
        minor: 3,
        count: 3,
        homeMinor: 2,
        rate: '0.006512345',
        ratedOn: '2026-11-14',
        source: 'own',
      },
    ],
  })
})

test('a currency without a rate stands beside the sum, and its rows are counted', () => {
  const { minor, count, other } = toSum('USD', [one('CHF', 700, 2), one('EUR', 100)], rates)
  expect([minor, count]).toEqual([108, 3])
  expect(other.map(({ currency, homeMinor }) => [currency, homeMinor])).toEqual([
    ['CHF', null],
    ['EUR', 108],
  ])
})

test('a currency whose money is gone is not listed', () => {
  expect(toSum('USD', [one('EUR', 0, 0)], rates).other).toEqual([])
})

const money = fc.array(
  fc.record({
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'CHF'),
    minor: fc.integer({ min: -1e9, max: 1e9 }),
    count: fc.integer({ min: 0, max: 5 }),
  }),
)

test('the sum is what is at home plus each converted currency, whatever the order', () => {
  fc.assert(
    fc.property(money, (sums) => {
      const total = toSum('USD', sums, rates)
      const of = (currency: string) =>
        sums.filter((sum) => sum.currency === currency).reduce((sum, { minor }) => sum + minor, 0)
      const converted = rates.reduce(
        (sum, { currency, rate }) => sum + convertMoney({ minor: of(currency), currency }, rate, 'USD').minor,
        of('USD'),
      )
      expect(total.minor).toBe(converted)
      expect(toSum('USD', sums.toReversed(), rates)).toEqual(total)
      expect(toSum('USD', negated(sums), rates)).toEqual(minus(total))
    }),
  )
})

test('an average divides each currency by itself', () => {
  const other = [
    { currency: 'CHF', minor: 3001, count: 2, homeMinor: null, rate: null, ratedOn: null, source: null },
    { currency: 'EUR', minor: 600, count: 1, homeMinor: 900, rate: '1.5', ratedOn: null, source: 'own' },
  ]
  const average = averageOf({ minor: 1800, count: 4, other })
  expect(average).toMatchObject({
    minor: 60,
    count: 4,
    other: [{ minor: 100 }, { minor: 20, homeMinor: 30 }],
  })
  expect(notConvertedIn(average)).toMatchObject([{ currency: 'CHF', minor: 100, homeMinor: null }])
})

test('terms add up to exactly the result, by currency too', () => {
  fc.assert(
    fc.property(money, money, (first, second) => {
      const [received, spent] = [toSum('USD', first, rates), minus(toSum('USD', second, rates))]
      const result = addSums([received, spent])
      expect(result.minor).toBe(received.minor + spent.minor)
      expect(result.count).toBe(received.count + spent.count)
      for (const { currency, minor, homeMinor } of result.other) {
        const parts = [...received.other, ...spent.other].filter((part) => part.currency === currency)
        expect(minor).toBe(parts.reduce((sum, part) => sum + part.minor, 0))
        expect(homeMinor).toBe(
          currency === 'CHF' ? null : parts.reduce((sum, part) => sum + (part.homeMinor ?? 0), 0),
        )
      }
    }),
  )
})
