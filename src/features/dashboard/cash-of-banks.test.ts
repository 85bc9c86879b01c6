import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { recorded, startRecordedPlaid } from '../../../test/support/providers/recorded-plaid.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { AccountFacts } from '../../platform/banks/bank-provider.ts'
import { createPlaidProvider } from '../../platform/banks/plaid-provider.ts'
import { syncConnection } from '../banking/sync/sync-connection.ts'
import { getFigure } from '../figures/contract.ts'
import type { FigureName } from '../figures/rules.ts'
import { getDashboard } from './contract.ts'

const bank = createFakeBank()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())

async function everyAccount(): Promise<AccountFacts[]> {
  const plaid = await startRecordedPlaid({ '/accounts/get': await recorded('accounts-get-every-kind') })
  const keys = { clientId: 'client-1', secret: 'secret-1', environment: 'sandbox' } as const
  return createPlaidProvider(keys, { address: plaid.url }).listAccounts('access-1')
}

/** A business whose bank shares these accounts, as its screens show them. */
async function shared(isShared: (facts: AccountFacts) => boolean) {
  const owner = await signUpForBanks(app)
  const { id: connectionId } = await owner.connected('chase')
  bank.lastItem().accounts = (await everyAccount()).filter(isShared)
  await syncConnection(app.deps, { businessId: owner.businessId, connectionId })
  const { cookie } = owner
  const read = async (figure: FigureName) =>
    (await answerOf(getFigure, await app.send(getFigure, { params: { figure }, query: {} }, { cookie })))
      .minor
  return {
    dashboard: await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie })),
    totals: (await owner.banking()).totals,
    figures: [await read('cash-balance'), await read('bank-balance'), await read('after-cards')],
  }
}

test('of a checking account, a pension and a student loan, only the checking account is cash', async () => {
  const names = new Set(['Plaid Checking', 'Plaid 401k', 'Plaid Student Loan'])
  const { dashboard, totals, figures } = await shared(({ name }) => names.has(name))
  // Not 110.00 + 23,631.98 - 65,262.00.
  expect(dashboard.cashBalance).toMatchObject({ minor: 11_000, from: 'banks', afterCardsMinor: null })
  expect(totals).toMatchObject({
    cashAccounts: 1,
    cashMinor: 11_000,
    cards: 0,
    cardsOwedMinor: 0,
    notCounted: 2,
  })
  expect(figures).toEqual([11_000, 11_000, 11_000])
})

test('of every kind of account, cash is what can be spent, and cards are taken off below it alone', async () => {
  const { dashboard, totals, figures } = await shared(() => true)
  const cash = 11_000 + 21_000 + 100_000 + 4_320_000 + 600_900 + 1_206_000
  const cards = 41_000 + 502_000
  expect(cash).toBe(6_258_900)
  expect(dashboard.cashBalance).toMatchObject({ minor: cash, from: 'banks', afterCardsMinor: cash - cards })
  const sums = { cashAccounts: 6, cashMinor: cash, cards: 2, cardsOwedMinor: cards }
  expect(dashboard.banks).toMatchObject({ accounts: 14, ...sums })
  expect(totals).toMatchObject({ ...sums, notCounted: 6 })
  expect(figures).toEqual([cash, cash, cash - cards])
})

test('with only a loan connected no cash account is, and the ledger counts', async () => {
  const { dashboard, totals } = await shared(({ kind }) => kind === 'loan')
  expect(dashboard.cashBalance).toMatchObject({ minor: 0, from: 'ledger', afterCardsMinor: null })
  expect(totals).toMatchObject({ cashAccounts: 0, cashMinor: 0, notCounted: 2 })
})
