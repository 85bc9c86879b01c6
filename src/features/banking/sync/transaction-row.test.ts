import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import type { TransactionFacts } from '../../../platform/banks/bank-provider.ts'
import { readPage, textOf } from './transaction-row.ts'

const accounts = new Map([['a', 'account']])
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

test('a merchant without a name is none, and stands in for a description that is empty', () => {
  const [nameless, silent] = read({
    added: [facts('1', { merchant: '  ' }), facts('2', { merchant: 'Railway', description: '' })],
  }).rows
  expect(nameless).toMatchObject({ merchant: null, merchant_key: 'corner shop' })
  expect(silent).toMatchObject({ merchant: 'Railway', description: 'Railway' })
})
