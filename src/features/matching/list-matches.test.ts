import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

test('pages of 50, the surest first and then the latest decision, without gaps', async () => {
  const owner = await signUpToMatch(app)
  for (let n = 0; n < 61; n += 1) await owner.addInvoice(`X${n}`, 1000 + n)
  await owner.addTransactions(
    Array.from({ length: 61 }, (_, n) => ({
      description: `stranger ${n}`,
      amountMinor: 1000 + n,
      isIncome: true,
      // Before the issue date it is less likely.
      date: n % 2 ? '2026-11-20' : '2026-10-30',
    })),
  )
  await owner.match()
  const read = async (state: 'suggested' | 'accepted') => {
    const first = await owner.ask(contract.listMatches, { query: { state } })
    const second = await owner.ask(contract.listMatches, { query: { state, after: first.next! } })
    expect([first.matches.length, second.matches.length, second.next]).toEqual([50, 11, null])
    return [...first.matches, ...second.matches]
  }
  const suggested = await read('suggested')
  expect(new Set(suggested.map(({ id }) => id)).size).toBe(61)
  expect(suggested.slice(0, 30).every(({ transaction }) => transaction.date === '2026-11-20')).toBe(true)
  for (const { id } of suggested) await owner.ask(contract.acceptMatch, { params: { id } })
  const accepted = await read('accepted')
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(61)
})

test('a position that is none is refused', async () => {
  const owner = await signUpToMatch(app)
  for (const state of ['suggested', 'accepted'] as const) {
    const response = await owner.send(contract.listMatches, { query: { state, after: 'nowhere' } })
    expect((await problemOf(response)).code).toBe('VALIDATION_FAILED')
  }
})
