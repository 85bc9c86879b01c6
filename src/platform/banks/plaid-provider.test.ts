import { describe, expect, test } from 'vitest'
import {
  recorded,
  recordedRefusals,
  startRecordedPlaid,
} from '../../../test/support/providers/recorded-plaid.ts'
import type { BankProvider } from './bank-provider.ts'
import { createPlaidProvider } from './plaid-provider.ts'

const account = { clientId: 'client-1', secret: 'secret-recorded-1', environment: 'sandbox' } as const
const token = 'access-recorded-1'
const refusals = await recordedRefusals()

type Answers = Parameters<typeof startRecordedPlaid>[0]

async function plaidAnswering(answers: Answers, environment?: BankProvider['environment']) {
  const server = await startRecordedPlaid(answers)
  const provider = createPlaidProvider(account, {
    address: server.url,
    ...(environment ? { environment } : {}),
  })
  const asked = () => server.asked.map(({ path, body }) => [path, body])
  return { provider, asked, requests: server.asked }
}

describe('a link', () => {
  const request = {
    owner: 'business-1',
    accessToken: null,
    webhookUrl: 'https://books.example/hook',
    returnUrl: 'https://books.example/back?link=1',
  }
  const common = {
    client_name: 'Millrace',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'business-1' },
    hosted_link: { completion_redirect_uri: 'https://books.example/back?link=1' },
  }
  const newItem = {
    products: ['transactions'],
    optional_products: ['auth'],
    transactions: { days_requested: 730 },
  }

  test('to a new item asks for two years of transactions, and for numbers where there are some', async () => {
    const { provider, asked, requests } = await plaidAnswering({
      '/link/token/create': await recorded('link-token-create'),
    })
    expect(await provider.createLink(request)).toEqual({
      linkToken: 'link-recorded-1',
      url: 'https://hosted.example/link/recorded-1',
      expiresAt: new Date('2026-11-05T12:30:00Z'),
    })
    expect(asked()).toEqual([
      ['/link/token/create', { ...common, ...newItem, webhook: 'https://books.example/hook' }],
    ])
    expect(requests[0]?.headers).toMatchObject({
      'plaid-client-id': 'client-1',
      'plaid-secret': 'secret-recorded-1',
      'content-type': 'application/json',
    })
  })

  test('to an existing item names it, and asks for no product', async () => {
    const { provider, asked } = await plaidAnswering({
      '/link/token/create': await recorded('link-token-create'),
    })
    await provider.createLink({ ...request, accessToken: token, webhookUrl: 'http://localhost:3000/hook' })
    expect(asked()).toEqual([['/link/token/create', { ...common, access_token: token }]])
  })

  test('leads the demo bank’s news to this machine too', async () => {
    const demo = { ...(await recorded('link-token-create')) }
    demo.body = { ...(demo.body as object), hosted_link_url: 'http://localhost:3000/sandbox/bank/1' }
    const { provider, asked } = await plaidAnswering({ '/link/token/create': demo }, 'demo')
    const webhookUrl = 'http://localhost:3000/hook'
    expect((await provider.createLink({ ...request, webhookUrl })).url).toBe(
      'http://localhost:3000/sandbox/bank/1',
    )
    expect(asked()).toEqual([['/link/token/create', { ...common, ...newItem, webhook: webhookUrl }]])
  })

  test.each(['javascript:alert(1)', 'http://hosted.example/link', undefined])(
    'to %s is none',
    async (hosted_link_url) => {
      const answer = await recorded('link-token-create')
      const body = { ...(answer.body as object), hosted_link_url }
      const { provider } = await plaidAnswering({ '/link/token/create': { status: 200, body } })
      await expect(provider.createLink(request)).rejects.toMatchObject({
        problem: 'later',
        code: 'BAD_ANSWER',
      })
    },
  )

  test.each([
    ['unopened', { outcome: 'open' }],
    ['open', { outcome: 'open' }],
    ['left', { outcome: 'left' }],
    ['abandoned', { outcome: 'left' }],
    ['reopened', { outcome: 'open' }],
    ['finished', { outcome: 'finished', publicToken: 'public-recorded-1' }],
    ['finished-long-ago', { outcome: 'finished', publicToken: 'public-recorded-2' }],
    ['signed-in-again', { outcome: 'finished', publicToken: null }],
    ['signed-in-again-quietly', { outcome: 'finished', publicToken: null }],
  ])('that is %s', async (name, result) => {
    const { provider, asked } = await plaidAnswering({
      '/link/token/get': await recorded(`link-token-get-${name}`),
    })
    expect(await provider.readLink('link-recorded-1')).toEqual(result)
    expect(asked()).toEqual([['/link/token/get', { link_token: 'link-recorded-1' }]])
  })

  test('whose time is over counts as left', async () => {
    const { provider } = await plaidAnswering({ '/link/token/get': refusals['INVALID_LINK_TOKEN']! })
    expect(await provider.readLink('link-recorded-1')).toEqual({ outcome: 'left' })
  })
})

describe('an item', () => {
  test('is made without a page where banks are made up', async () => {
    const { provider, asked } = await plaidAnswering(
      { '/sandbox/public_token/create': await recorded('sandbox-public-token-create') },
      'demo',
    )
    const webhook = 'http://localhost:3000/hook'
    expect(await provider.createDemoToken('ins_56', webhook, 'business-1', 'CHF')).toBe('public-recorded-3')
    expect(asked()).toEqual([
      [
        '/sandbox/public_token/create',
        {
          institution_id: 'ins_56',
          initial_products: ['transactions', 'auth'],
          options: {
            webhook,
            transactions: { days_requested: 730 },
            override_username: 'business-1',
            override_password: '{"override_accounts":[{"currency":"CHF"}]}',
          },
        },
      ],
    ])
  })

  test('is exchanged for its token', async () => {
    const { provider, asked } = await plaidAnswering({
      '/item/public_token/exchange': await recorded('item-public-token-exchange'),
    })
    expect(await provider.exchange('public-recorded-1')).toEqual({
      accessToken: token,
      itemId: 'item-recorded-1',
    })
    expect(asked()).toEqual([['/item/public_token/exchange', { public_token: 'public-recorded-1' }]])
  })

  test.each([
    ['item-get', ['/item/get']],
    ['item-get-unnamed', ['/item/get', '/institutions/get_by_id']],
  ])('tells its bank, which is asked for only if need be (%s)', async (name, paths) => {
    const { provider, asked } = await plaidAnswering({
      '/item/get': await recorded(name),
      '/institutions/get_by_id': await recorded('institutions-get-by-id'),
    })
    expect(await provider.readItem(token)).toEqual({
      itemId: 'item-recorded-1',
      institutionId: 'ins_56',
      institutionName: 'Chase',
    })
    const bodies = [{ access_token: token }, { institution_id: 'ins_56', country_codes: ['US'] }]
    expect(asked()).toEqual(paths.map((path, index) => [path, bodies[index]]))
  })

  test('of no bank has a name all the same', async () => {
    const { provider } = await plaidAnswering({ '/item/get': await recorded('item-get-without-bank') })
    expect(await provider.readItem(token)).toMatchObject({
      institutionId: 'unknown',
      institutionName: 'Bank',
    })
  })

  test('is given back', async () => {
    const { provider, asked } = await plaidAnswering({ '/item/remove': await recorded('item-remove') })
    await provider.endItem(token)
    expect(asked()).toEqual([['/item/remove', { access_token: token }]])
  })

  test.each([
    ['ITEM_NOT_FOUND', 'ended'],
    ['INVALID_ACCESS_TOKEN', 'unknown'],
  ])('that is gone (%s) counts as %s', async (code, outcome) => {
    const { provider } = await plaidAnswering({ '/item/remove': refusals[code]! })
    expect(await provider.endItem(token)).toBe(outcome)
  })

  test('that cannot be given back now says so', async () => {
    const { provider } = await plaidAnswering({ '/item/remove': refusals['INTERNAL_SERVER_ERROR']! })
    await expect(provider.endItem(token)).rejects.toMatchObject({ problem: 'later' })
  })

  test('is made to ask for a sign-in', async () => {
    const { provider, asked } = await plaidAnswering({
      '/sandbox/item/reset_login': await recorded('sandbox-item-reset-login'),
    })
    await provider.expireItem(token)
    expect(asked()).toEqual([['/sandbox/item/reset_login', { access_token: token }]])
  })
})

describe('accounts', () => {
  test('are told with what is in them, and what is owed below 0', async () => {
    const { provider, asked } = await plaidAnswering({ '/accounts/get': await recorded('accounts-get') })
    const accounts = await provider.listAccounts(token)
    expect(accounts.map((facts) => Object.values(facts))).toEqual([
      ['acc-checking', 'Business Checking', 'checking', 'cash', 'checking', '4021', 812_345, 'USD'],
      ['acc-savings', 'Rainy day', 'savings', 'cash', 'savings', '77', 30, 'USD'],
      ['acc-card', 'Business Card', 'credit', 'credit', 'credit card', '9930', -120_407, 'USD'],
      ['acc-loan', 'Van loan', 'auto', 'loan', 'auto', null, -1_525_000, 'USD'],
      ['acc-overpaid', 'Second card', 'credit', 'credit', 'credit card', '1188', 2050, 'USD'],
      ['acc-paid', 'Third card', 'credit', 'credit', 'credit card', '5512', 0, 'USD'],
      ['acc-broker', 'Brokerage', 'investment', 'investment', null, 'x90', null, 'USD'],
      ['acc-euro', 'Euro account', 'cash management', 'cash', 'cash management', '0044', 1001, 'EUR'],
      ['acc-coins', 'Coins', 'other', 'other', 'other', null, 200, null],
    ])
    expect(Object.keys(accounts[0]!)).toEqual([
      'providerId',
      'name',
      'type',
      'kind',
      'subtype',
      'mask',
      'balanceMinor',
      'currency',
    ])
    expect(asked()).toEqual([['/accounts/get', { access_token: token }]])
  })

  test('have the decimals of their currency', async () => {
    const { status, body } = await recorded('accounts-get')
    const [first] = (body as { accounts: object[] }).accounts
    const inYen = { ...first, balances: { current: 500, iso_currency_code: 'JPY' } }
    const inDinars = { ...first, balances: { current: 1.234, unofficial_currency_code: 'KWD' } }
    const { provider } = await plaidAnswering({
      '/accounts/get': { status, body: { accounts: [inYen, inDinars] } },
    })
    const accounts = await provider.listAccounts(token)
    expect(accounts.map(({ balanceMinor, currency }) => [balanceMinor, currency])).toEqual([
      [500, 'JPY'],
      [1234, 'KWD'],
    ])
  })

  test('are cash by their type alone, and a type that is not known is none', async () => {
    const answer = await recorded('accounts-get-every-kind')
    const { provider } = await plaidAnswering({ '/accounts/get': answer })
    const accounts = await provider.listAccounts(token)
    const named = (kind: string) => accounts.filter((one) => one.kind === kind).map(({ subtype }) => subtype)
    const cash = ['checking', 'savings', 'cd', 'money market', 'hsa', 'cash management']
    expect(named('cash')).toEqual(cash)
    expect(named('credit')).toEqual(['credit card', 'credit card'])
    expect(named('loan')).toEqual(['student', 'mortgage'])
    expect(named('investment')).toEqual(['ira', '401k'])
    expect(named('other')).toEqual(['other', 'cold storage'])
  })

  test('have their numbers, as far as there are some', async () => {
    const { provider, asked } = await plaidAnswering({ '/auth/get': await recorded('auth-get') })
    expect(await provider.listNumbers(token)).toEqual([
      { providerId: 'acc-checking', accountNumber: '0009900774021', routingNumber: '021000021' },
      { providerId: 'acc-savings', accountNumber: '0009900770077', routingNumber: null },
    ])
    expect(asked()).toEqual([['/auth/get', { access_token: token }]])
  })

  test.each([
    'PRODUCTS_NOT_SUPPORTED',
    'NO_AUTH_ACCOUNTS',
    'INVALID_PRODUCT',
    'PRODUCT_NOT_ENABLED',
    'ADDITIONAL_CONSENT_REQUIRED',
    'ACCESS_NOT_GRANTED',
    'NO_ACCOUNTS',
    'ITEM_NOT_SUPPORTED',
    'PRODUCT_NOT_READY',
  ])('have none after %s', async (code) => {
    const { provider } = await plaidAnswering({ '/auth/get': refusals[code]! })
    expect(await provider.listNumbers(token)).toEqual([])
  })

  test('tell no numbers of an item that wants a sign-in', async () => {
    const { provider } = await plaidAnswering({ '/auth/get': refusals['ITEM_LOGIN_REQUIRED']! })
    await expect(provider.listNumbers(token)).rejects.toMatchObject({ problem: 'reconnect' })
  })
})
