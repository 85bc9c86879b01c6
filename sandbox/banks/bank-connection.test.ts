import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BankProvider } from '../../src/platform/banks/bank-provider.ts'
import { createPlaidProvider } from '../../src/platform/banks/plaid-provider.ts'
import { type TestBank, createTestBank } from '../../test/support/providers/bank-sandbox.ts'

const webhookUrl = 'http://localhost:3000/api/v1/webhooks/plaid'
const returnUrl = 'http://localhost:3000/bank-connections?link=1'
let bank: TestBank
let provider: BankProvider
beforeAll(async () => {
  bank = await createTestBank()
  const { clientId, secret, address } = bank
  provider = createPlaidProvider(
    { clientId, secret, environment: 'sandbox' },
    { address, environment: 'demo' },
  )
})
afterAll(() => bank.close())

const newItem = async (institution: string, currency = 'USD', owner = 'business-1') =>
  provider.exchange(await provider.createDemoToken(institution, webhookUrl, owner, currency))

test('the product’s own client connects a demo bank and reads everything', async () => {
  const { accessToken, itemId } = await newItem('bofa')
  expect(await provider.readItem(accessToken)).toEqual({
    itemId,
    institutionId: 'bofa',
    institutionName: 'Bank of America',
  })
  const accounts = await provider.listAccounts(accessToken)
  expect(accounts.map(({ name, type, currency }) => [name, type, currency])).toEqual([
    ['Checking', 'checking', 'USD'],
    ['Credit Card', 'credit', 'USD'],
    ['Savings', 'savings', 'USD'],
    ['Equipment Loan', 'loan', 'USD'],
    ['Retirement Plan', '401k', 'USD'],
  ])
  expect(accounts.map(({ balanceMinor }) => Math.sign(balanceMinor ?? 0))).toEqual([1, -1, 1, -1, 1])
  expect(accounts.map(({ kind }) => kind)).toEqual(['cash', 'credit', 'cash', 'loan', 'investment'])
  const numbers = await provider.listNumbers(accessToken)
  expect(numbers).toHaveLength(2)
  expect(numbers[0]).toMatchObject({ providerId: accounts[0]?.providerId })
  expect(numbers[0]?.accountNumber.slice(-4)).toBe(accounts[0]?.mask)
  const page = await provider.syncTransactions(accessToken, null)
  expect([page.added.length, page.hasMore]).toEqual([40, false])
  expect(page.added.filter(({ isIncome }) => isIncome)).toHaveLength(12)
  for (const { category } of page.added) expect(category.word).toMatch(/^[A-Z][a-z]+$/)
  bank.letPass(7 * 3_600_000)
  const news = await provider.syncTransactions(accessToken, page.nextCursor)
  expect(news.added.map(({ pendingId }) => pendingId).toSorted()).toEqual(news.removed.toSorted())
  expect(news.removed.length).toBeGreaterThan(1)
  await provider.endItem(accessToken)
  await provider.endItem(accessToken)
  await expect(provider.readItem(accessToken)).rejects.toMatchObject({ code: 'INVALID_ACCESS_TOKEN' })
})

test('accounts and transactions are in the currency that was asked for, with its decimals', async () => {
  const read = async (currency: string) => {
    const { accessToken } = await newItem('chase', currency, 'business-2')
    const [account] = await provider.listAccounts(accessToken)
    const { added } = await provider.syncTransactions(accessToken, null)
    return { account, added }
  }
  const [dollars, yen, dinars] = [await read('USD'), await read('JPY'), await read('KWD')]
  expect([dollars, yen, dinars].map(({ account }) => account?.currency)).toEqual(['USD', 'JPY', 'KWD'])
  const amounts = ({ account, added }: typeof yen) => [
    account?.balanceMinor,
    ...added.map(({ amountMinor }) => amountMinor),
  ]
  expect(amounts(yen)).toEqual(amounts(dollars))
  expect(amounts(dinars)).toEqual(amounts(dollars))
  expect(new Set(yen.added.map(({ currency }) => currency))).toEqual(new Set(['JPY']))
})

test('a bank that wants a sign-in gets one through its page', async () => {
  const { accessToken, itemId } = await newItem('wells')
  bank.deliveries.length = 0
  await provider.expireItem(accessToken)
  await expect(provider.syncTransactions(accessToken, null)).rejects.toMatchObject({ problem: 'reconnect' })
  const [delivery = { body: '', signature: '' }] = bank.deliveries
  const { body, signature } = delivery
  const news = { body: new TextEncoder().encode(body), signature, now: bank.now() }
  expect(await provider.readBankWebhook(news)).toMatchObject({ itemId, kind: 'reconnect' })
  const request = { owner: 'business-1', accessToken, webhookUrl, returnUrl }
  const { linkToken, url } = await provider.createLink(request)
  expect(await provider.readLink(linkToken)).toEqual({ outcome: 'open' })
  expect(await bank.press(url, 'sign-in')).toBe(returnUrl)
  expect(await provider.readLink(linkToken)).toEqual({ outcome: 'finished', publicToken: null })
  expect((await provider.syncTransactions(accessToken, null)).added).toHaveLength(40)
})

test('a new bank is connected through the page, or not', async () => {
  const request = { owner: 'business-1', accessToken: null, webhookUrl, returnUrl }
  const chosen = await provider.createLink(request)
  await bank.press(chosen.url, 'us_bank')
  const result = await provider.readLink(chosen.linkToken)
  if (result.outcome !== 'finished' || result.publicToken === null) throw new Error(result.outcome)
  const { accessToken } = await provider.exchange(result.publicToken)
  expect(await provider.readItem(accessToken)).toMatchObject({ institutionName: 'US Bank' })
  const [number] = await provider.listNumbers(accessToken)
  const { accessToken: withoutPage } = await newItem('us_bank')
  expect((await provider.listNumbers(withoutPage))[0]?.accountNumber).toBe(number?.accountNumber)
  const left = await provider.createLink(request)
  await bank.press(left.url, 'cancel')
  expect(await provider.readLink(left.linkToken)).toEqual({ outcome: 'left' })
})

test('nothing went wrong inside', () => {
  expect(bank.log).toEqual([])
})
