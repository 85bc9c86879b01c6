import { expect, test } from 'vitest'
import { leftOver, longMonth, monthKey, notConvertedText, shortMonth, signedMoney } from './cash-flow-text.ts'

test('a month is named by its first day, in whatever zone the browser is', () => {
  expect([shortMonth('2026-11-01'), longMonth('2026-01-01'), monthKey('2026-11-01')]).toEqual([
    'Nov',
    'January 2026',
    '2026-11',
  ])
})

test('what is left over carries its sign', () => {
  const left = leftOver({ inMinor: 500, outMinor: 200 })
  const signed = (minor: number) => signedMoney(minor, { currency: 'USD' })
  expect([signed(left), signed(-left), signed(0)]).toEqual(['+$3.00', '-$3.00', '$0.00'])
})

test('what is not in the months, for lack of a rate, is named', () => {
  const without = { rate: null, ratedOn: null, source: null, homeMinor: null, count: 0 }
  const rated = { rate: '1.5', ratedOn: '2026-11-01', source: 'own', homeMinor: 150, count: 0 }
  const month = { month: '2026-11-01', inMinor: 0, inOther: [], testMinor: 0, outMinor: 0, outOther: [] }
  const converted = { ...month, inOther: [{ currency: 'EUR', minor: 100, ...rated }] }
  expect(notConvertedText([month, converted])).toBeNull()
  const yen = (minor: number) => [{ currency: 'JPY', minor, ...without }]
  expect(
    notConvertedText([
      { ...month, inOther: yen(200) },
      { ...month, inOther: yen(300), outOther: yen(40) },
    ]),
  ).toBe('Not included, as there is no exchange rate: ¥500 received; ¥40 spent.')
})
