import { describe, expect, test } from 'vitest'
import { differentBits, isSameReceipt } from './duplicate-rules.ts'
import { type ReceiptFacts, type Target, findMatch, rankTargets } from './match-rules.ts'
import { areAlike } from './merchant-alike-rules.ts'

describe('merchants', () => {
  test.each([
    ['Blue Harbor Coffee', 'SQ *BLUE HARBOR COFFEE 4471 PORTLAND OR'],
    ['Blue Harbor Coffee Roasters', 'Blue Harbor'],
    ['BLUE HARB0R COFFEE', 'Blue Harbor Coffee'],
    ['Marktkauf Lindenhof', 'KARTENZAHLUNG MARKTKAUF LINDENHOF//BERLIN/DE 2026-03-04'],
    ['Café de l’Étoile', 'CB CAFE DE LETOILE PARIS'],
    ['Northwind Hardware', 'POS 0312 NRTHWND HARDWARE'],
    ['Paper & Ink Supply Co.', 'PAPERINKSUPPLY.COM'],
    ['Green Valley Pharmacy', 'Green Valley Pharm'],
    ['Müller & Söhne GmbH', 'MULLER SOHNE'],
    ['Кафе Ромашка', 'POS КАФЕ РОМАШКА MOSKVA'],
  ])('%s is %s', (merchant, text) => expect(areAlike(merchant, text)).toBe(true))

  test.each([
    ['Blue Harbor Coffee', 'Redwood Coffee'],
    ['Paris Taxi', 'Cafe Paris'],
    ['Corner Hotel', 'Grand Hotel'],
    ['Northwind Hardware', 'Visa debit purchase 4471'],
    ['', 'Northwind Hardware'],
    ['Northwind Hardware', ''],
    ['Blue Harbor Coffee', 'Coffee'],
  ])('%s is not %s', (merchant, text) => expect(areAlike(merchant, text)).toBe(false))
})

const facts: ReceiptFacts = {
  merchant: 'Blue Harbor Coffee',
  date: '2026-03-10',
  currency: 'USD',
  totalMinor: 1250,
  text: '',
}
const target = (overrides: Partial<Target> = {}): Target => ({
  kind: 'transaction',
  id: 'a',
  date: '2026-03-11',
  currency: 'USD',
  amountMinor: 1250,
  text: 'SQ *BLUE HARBOR COFFEE',
  category: 'Other',
  hasReceipt: false,
  ...overrides,
})
const bandOf = (targets: Target[], overrides: Partial<ReceiptFacts> = {}, hasRival = false) =>
  findMatch({ ...facts, ...overrides }, targets[0]!.kind, targets, { hasRival })?.band ?? 'none'

describe('bands', () => {
  test('exact, near, alike and alone files by itself', () => expect(bandOf([target()])).toBe('auto'))

  test.each([
    ['another one of that amount there', [target(), target({ id: 'b', date: '2026-03-13' })], {}],
    ['the other one has a receipt', [target(), target({ id: 'b', hasReceipt: true })], {}],
    ['the other one says nothing', [target(), target({ id: 'b', text: '' })], {}],
    ['a day before', [target({ date: '2026-03-09' })], {}],
    ['the only one has a receipt', [target({ hasReceipt: true })], {}],
    ['another merchant', [target({ text: 'Redwood Tools' })], {}],
    ['no merchant', [target()], { merchant: '' }],
    ['a refund', [target()], { text: 'REFUND to card' }],
    ['a tip', [target({ amountMinor: 1500, category: 'Dining' })], {}],
    ['a tip that the receipt asks for', [target({ amountMinor: 1500 })], { text: 'Tip: ____' }],
  ] as const)('only suggests: %s', (_what, targets, overrides) =>
    expect(bandOf([...targets], overrides)).toBe('suggest'),
  )

  test('another receipt with the same facts only suggests', () =>
    expect(bandOf([target()], {}, true)).toBe('suggest'))

  test.each([
    ['one cent more', [target({ amountMinor: 1251 })]],
    ['more than a tip', [target({ amountMinor: 1600, category: 'Dining' })]],
    ['less', [target({ amountMinor: 1200, category: 'Dining' })]],
    ['another currency', [target({ currency: 'EUR' })]],
    ['two days before', [target({ date: '2026-03-08' })]],
    ['six days after', [target({ date: '2026-03-16' })]],
    ['an expense four days after', [target({ kind: 'expense', date: '2026-03-14' })]],
    ['two of another merchant', [target({ text: 'Redwood' }), target({ id: 'b', text: 'Oak' })]],
  ])('none: %s', (_what, targets) => expect(bandOf(targets)).toBe('none'))

  test('the same purchase may be an expense and a transaction, but not several', () => {
    const noted = target({ id: 'n', kind: 'expense', date: '2026-03-10', text: 'Blue Harbor' })
    expect(bandOf([target(), noted])).toBe('auto')
    expect(bandOf([noted, target()])).toBe('auto')
    expect(bandOf([noted, target({ date: '2026-03-01' })])).toBe('suggest')
    expect(bandOf([noted, target(), target({ id: 'b', date: '2026-03-20' })])).toBe('suggest')
  })

  test('what does not bear the name is no rival', () =>
    expect(bandOf([target(), target({ id: 'b', text: 'Redwood Tools' })])).toBe('auto'))

  test('the likeliest comes first: amount, merchant, days', () => {
    const targets = [
      target({ id: 'other amount', amountMinor: 1400 }),
      target({ id: 'later', date: '2026-03-14' }),
      target({ id: 'next day' }),
      target({ id: 'other merchant', text: 'Redwood' }),
    ]
    const order = ['next day', 'later', 'other merchant', 'other amount']
    expect(rankTargets(facts, targets).map(({ id }) => id)).toEqual(order)
  })
})

describe('duplicates', () => {
  const text = 'Blue Harbor Coffee\n03/10/2026 14:05\nReceipt 1002231\nTotal 12.50'
  const seen = { merchant: 'Blue Harbor Coffee', text, look: 0b1011n }

  test('bits are counted in both signs', () => {
    expect([differentBits(0n, 0b1011n), differentBits(-1n, 0n), differentBits(-1n, -1n)]).toEqual([3, 64, 0])
  })
  test('the same look', () => {
    expect(isSameReceipt(seen, { ...seen, text: '', look: 0n })).toBe(true)
    expect(isSameReceipt(seen, { ...seen, text: '', look: (1n << 40n) - 1n })).toBe(false)
  })
  test('the same time and number, however it looks', () =>
    expect(isSameReceipt(seen, { ...seen, look: -1n })).toBe(true))
  test.each([
    ['another time', { text: text.replace('14:05', '14:09') }],
    ['another merchant', { merchant: 'Redwood Tools' }],
    ['no merchant', { merchant: null }],
    ['another number and look', { text: text.replace('1002231', '1002232'), look: -1n }],
    ['another time beside the same opening hours', { text: `Open 8:00 ${text.replace('14:05', '14:09')}` }],
  ])('not the same: %s', (_what, other) => {
    const withHours = { ...seen, text: `Open 8:00 ${text}` }
    const first = _what.includes('hours') ? withHours : seen
    expect(isSameReceipt(first, { ...seen, ...other })).toBe(false)
  })
})
