import { expect, test } from 'vitest'
import {
  type PlaidAnswer,
  recorded,
  startRecordedPlaid,
} from '../../../test/support/providers/recorded-plaid.ts'
import { createPlaidProvider } from './plaid-provider.ts'

const account = { clientId: 'client-1', secret: 'secret-recorded-1', environment: 'sandbox' } as const
const pages: Record<string, PlaidAnswer> = {
  '': await recorded('transactions-sync-first'),
  'cursor-recorded-1': await recorded('transactions-sync-second'),
}

async function plaidPaging(answer?: PlaidAnswer) {
  const plaid = await startRecordedPlaid({
    '/transactions/sync': (body) => answer ?? pages[(body as { cursor?: string }).cursor ?? '']!,
  })
  return { provider: createPlaidProvider(account, { address: plaid.url }), asked: plaid.asked }
}

test('pages are asked for by their cursor', async () => {
  const { provider, asked } = await plaidPaging()
  const first = await provider.syncTransactions('access-recorded-1', null)
  expect([first.nextCursor, first.hasMore]).toEqual(['cursor-recorded-1', true])
  const second = await provider.syncTransactions('access-recorded-1', first.nextCursor)
  expect([second.nextCursor, second.hasMore]).toEqual(['cursor-recorded-2', false])
  const question = {
    access_token: 'access-recorded-1',
    count: 500,
    options: { include_original_description: true, personal_finance_category_version: 'v2' },
  }
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/transactions/sync', question],
    ['/transactions/sync', { ...question, cursor: 'cursor-recorded-1' }],
  ])
})

test('an item without transactions as yet has an empty cursor, which asks for everything again', async () => {
  const { provider, asked } = await plaidPaging(await recorded('transactions-sync-nothing-yet'))
  const page = await provider.syncTransactions('access-recorded-1', null)
  expect(page).toEqual({ added: [], modified: [], removed: [], nextCursor: '', hasMore: false })
  await provider.syncTransactions('access-recorded-1', page.nextCursor)
  expect(asked[1]?.body).toEqual(asked[0]?.body)
})

test('money in and out, pending and categorized', async () => {
  const { provider } = await plaidPaging()
  const { added, modified, removed } = await provider.syncTransactions('access-recorded-1', null)
  expect([modified, removed]).toEqual([[], []])
  expect(added.map(({ providerId, amountMinor, isIncome }) => [providerId, amountMinor, isIncome])).toEqual([
    ['t-groceries', 5430, false],
    ['t-payroll', 250_000, true],
    ['t-fuel-pending', 4001, false],
    ['t-double', 1999, false],
  ])
  expect(added[0]).toEqual({
    providerId: 't-groceries',
    pendingId: null,
    accountProviderId: 'acc-checking',
    date: '2026-10-28',
    description: 'GROCERY STORE 0417',
    merchant: 'Grocery store',
    amountMinor: 5430,
    currency: 'USD',
    isIncome: false,
    isPending: false,
    category: { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_GROCERIES', word: null },
  })
  expect(added[2]?.isPending).toBe(true)
})

test('what became of it: posted, changed, gone', async () => {
  const { provider } = await plaidPaging()
  const { added, modified, removed } = await provider.syncTransactions(
    'access-recorded-1',
    'cursor-recorded-1',
  )
  expect(added[0]).toMatchObject({ providerId: 't-fuel', pendingId: 't-fuel-pending', isPending: false })
  expect(modified).toMatchObject([{ providerId: 't-groceries', amountMinor: 5435, date: '2026-10-29' }])
  expect(removed).toEqual(['t-fuel-pending', 't-double'])
})

test('amounts have the decimals of their own currency, else of their account’s', async () => {
  const { status, body } = pages['']!
  const page = body as { accounts: object[]; added: object[] }
  const inCurrency = (id: string, currency: string | null) => ({
    account_id: id,
    balances: { current: 1, iso_currency_code: currency, unofficial_currency_code: null },
  })
  const one = (account_id: string, amount: number, currency: string | null) => ({
    ...page.added[0],
    account_id,
    amount,
    iso_currency_code: currency,
  })
  const { provider } = await plaidPaging({
    status,
    body: {
      ...page,
      accounts: [inCurrency('yen', 'JPY'), inCurrency('dinars', 'KWD'), inCurrency('unnamed', null)],
      added: [
        one('yen', 500, 'JPY'),
        one('yen', -1980, null),
        one('dinars', 1.234, null),
        one('yen', 9.5, 'EUR'),
        one('unnamed', 12.3, null),
        one('elsewhere', 12.3, null),
      ],
    },
  })
  const { added } = await provider.syncTransactions('access-recorded-1', null)
  expect(added.map(({ amountMinor, isIncome, currency }) => [amountMinor, isIncome, currency])).toEqual([
    [500, false, 'JPY'],
    [1980, true, 'JPY'],
    [1234, false, 'KWD'],
    [950, false, 'EUR'],
    [1230, false, null],
    [1230, false, null],
  ])
})

test('names and categories fall back on what there is', async () => {
  const { provider } = await plaidPaging()
  const { added } = await provider.syncTransactions('access-recorded-1', 'cursor-recorded-1')
  const described = added.map(({ providerId, description, merchant }) => [providerId, description, merchant])
  expect(described).toEqual([
    ['t-fuel', 'FUEL PUMP 3 TOWN', 'Fuel pump'],
    ['t-refund', 'REFUND', null],
    ['t-word', 'BOOKS', null],
    ['t-odd', 'Two lines \ufffd', 'Two lines \ufffd'],
    ['t-nameless', 'FROM THE STATEMENT', null],
    ['t-silent', 'Transaction', null],
    ['t-euro', 'KIOSK', null],
  ])
  const word = (id: string) => added.find(({ providerId }) => providerId === id)?.category
  expect(word('t-word')).toEqual({ primary: null, detailed: null, word: 'Education' })
  expect(word('t-silent')).toEqual({ primary: null, detailed: null, word: null })
})

test.each([
  { amount: '54.30' },
  { amount: 1e300 },
  { date: '2026-02-30' },
  { transaction_id: '' },
  { pending: null },
])('a transaction with %j makes no sense', async (change) => {
  const { status, body } = pages['']!
  const page = body as { added: object[] }
  const { provider } = await plaidPaging({
    status,
    body: { ...page, added: [{ ...page.added[0], ...change }] },
  })
  await expect(provider.syncTransactions('access-recorded-1', null)).rejects.toMatchObject({
    problem: 'later',
    code: 'BAD_ANSWER',
  })
})
