import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import type { AccountFacts } from '../../platform/banks/bank-provider.ts'

const bank = createFakeBank()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider, now: () => new Date('2026-11-18T12:00:00Z') })
  await app.database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values
       ('USD', '2026-11-16', 1.5, 'Old Bank'), ('USD', '2026-11-17', 1.084, 'Test Bank'), ('USD', '2026-11-19', 9, 'Later Bank')`,
  )
})
afterAll(() => app.close())

/** The totals of a business whose bank shares accounts like these. */
async function totalsOf(accounts: Partial<AccountFacts>[]) {
  const owner = await signUpForBanks(app)
  bank.hooks.set('listAccounts', () => {
    const item = bank.lastItem()
    const [first] = item.accounts
    item.accounts = accounts.map((facts, n) => ({ ...first!, providerId: `${item.itemId} ${n}`, ...facts }))
  })
  await owner.connected('chase')
  return (await owner.banking()).totals
}

test('accounts in another currency are in the totals at the latest rate, which is named', async () => {
  const totals = await totalsOf([
    { balanceMinor: 100_000 },
    { balanceMinor: 50_000, currency: 'EUR' },
    { balanceMinor: 2_000, currency: 'EUR' },
    { kind: 'credit', balanceMinor: -10_000, currency: 'EUR' },
    { kind: 'loan', balanceMinor: -700_000, currency: 'EUR' },
  ])
  const rate = { rate: '1.084', ratedOn: '2026-11-17', source: 'Test Bank' }
  expect(totals).toEqual({
    currency: 'USD',
    cashAccounts: 3,
    cashMinor: 156_368,
    cashOther: [{ currency: 'EUR', minor: 52_000, count: 2, homeMinor: 56_368, ...rate }],
    cards: 1,
    cardsOwedMinor: 10_840,
    cardsOwedOther: [{ currency: 'EUR', minor: 10_000, count: 1, homeMinor: 10_840, ...rate }],
    notCounted: 1,
  })
})

test('accounts in a currency without a rate stand beside the totals', async () => {
  const totals = await totalsOf([{ balanceMinor: 100_000 }, { balanceMinor: 50_000, currency: 'JPY' }])
  const noRate = { homeMinor: null, rate: null, ratedOn: null, source: null }
  expect(totals).toMatchObject({
    cashAccounts: 2,
    cashMinor: 100_000,
    cashOther: [{ currency: 'JPY', minor: 50_000, count: 1, ...noRate }],
    cardsOwedOther: [],
  })
})
