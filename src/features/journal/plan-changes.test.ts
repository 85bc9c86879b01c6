import { expect, test } from 'vitest'
import { planChanges } from './plan-changes.ts'
import { type Posting, accounts, posting } from './posting-rules.ts'

const moved = (entry: string, minor: number, more: Partial<Posting> = {}): Posting =>
  posting({
    entry,
    day: '2026-06-10',
    basis: 'cash',
    account: accounts.money,
    currency: 'USD',
    minor,
    homeMinor: minor,
    clientId: null,
    method: 'card',
    ...more,
  })
const stored = (postings: Posting[]) => postings.map((one, id) => ({ ...one, id, isCorrection: false }))
const added = (wanted: Posting[], before: Posting[]) =>
  planChanges(wanted, stored(before), '2026-06-30').added.map(({ entry, minor, day }) => [entry, minor, day])

test('a refund that fails after its period was closed takes back a refund, not more of the payment', () => {
  const payment = moved('payment', 10_000)
  expect(added([payment], [payment, moved('refund', -3000)])).toEqual([['refund', 3000, '2026-07-01']])
})

test('payments and refunds that are reported after their period was closed each count as one', () => {
  const late = [moved('payment', 10_000), moved('payment', 10_000), moved('refund', -10_000)]
  expect(added(late, [])).toEqual([
    ['payment', 10_000, '2026-07-01'],
    ['payment', 10_000, '2026-07-01'],
    ['refund', -10_000, '2026-07-01'],
  ])
})

test('what was changed in a closed period counts with the difference', () => {
  const spent = (minor: number) =>
    moved('expense', minor, { account: 'expense:Rent', method: '', day: '2026-06-01' })
  expect(added([spent(1250)], [spent(1000)])).toEqual([['expense', 250, '2026-07-01']])
  expect(added([spent(1000)], [spent(1000)])).toEqual([])
})
