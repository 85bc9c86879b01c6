import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import type { TransactionFacts } from '../../../platform/banks/bank-provider.ts'
import { readPage, textOf } from './transaction-row.ts'

const accounts = new Map([
  ['a', { id: 'account', currency: 'USD' }],
  ['yen', { id: 'account in yen', currency: 'JPY' }],
  ['dinars', { id: 'account in dinars', currency: 'KWD' }],
])
const facts = (providerId: string, changes: Partial<TransactionFacts> = {}) =>
  fakeTransaction('a', { providerId, ...changes })
const read = (page: Partial<Parameters<typeof readPage>[0]>) =>
  readPage({ added: [], modified: [], removed: [], nextCursor: '', hasMore: false, ...page }, accounts)

test('whatever a text is made of, a database takes it, cleaned once as cleaned twice', () => {
  const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\uD83D', '\uDE00', ' '))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (units, times) => {
      const text = textOf(units.join('').repeat(times))
      expect(text.isWellFormed() && !text.includes('\0') && text.length <= 500).toBe(true)
      expect(textOf(text)).toBe(text)
    }),
  )
})

test('no transaction is both a row and removed, and none is twice a row', () => {
  const id = fc.constantFrom('1', '2', '3', '4')
  const one = fc
    .record({ id, pendingId: fc.option(id), accountProviderId: fc.constantFrom('a', 'elsewhere') })
    .map(({ id: providerId, ...changes }) => facts(providerId, changes))
  const list = fc.array(one, { maxLength: 6 })
  fc.assert(
    fc.property(list, list, fc.array(id, { maxLength: 3 }), (added, modified, removed) => {
      const page = read({ added, modified, removed })
      const ids = page.rows.map((row) => row.provider_id)
      const all = [...ids, ...page.removed, ...page.elsewhere]
      expect(new Set(all).size).toBe(all.length)
      for (const [posted, pending] of page.pendingOf) {
        expect(ids).toContain(posted)
        expect(page.removed).toContain(pending)
      }
    }),
  )
})

test('a transaction has its own currency, else its account’s, with the decimals of that', () => {
  const one = (id: string, accountProviderId: string, changes: Partial<TransactionFacts>) =>
    facts(id, { accountProviderId, amountMinor: 50_000, ...changes })
  const { rows } = read({
    added: [
      one('1', 'yen', { currency: 'JPY' }),
      one('2', 'yen', { currency: 'EUR' }),
      // Read with two decimals, because the bank named no currency.
      one('3', 'yen', { currency: null }),
      one('4', 'dinars', { currency: null }),
      one('5', 'a', { currency: null }),
    ],
  })
  expect(rows.map(({ currency, amount_minor }) => [currency, amount_minor])).toEqual([
    ['JPY', 50_000],
    ['EUR', 50_000],
    ['JPY', 500],
    ['KWD', 500_000],
    ['USD', 50_000],
  ])
})

test('a merchant without a name is none, and stands in for a description that is empty', () => {
  const [nameless, silent] = read({
    added: [facts('1', { merchant: '  ' }), facts('2', { merchant: 'Railway', description: '' })],
  }).rows
  expect(nameless).toMatchObject({ merchant: null, merchant_key: 'corner shop' })
  expect(silent).toMatchObject({ merchant: 'Railway', description: 'Railway' })
})
