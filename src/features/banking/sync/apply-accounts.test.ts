import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addOwner, connectBank } from '../../../../test/support/providers/connected-bank.ts'
import { createFakeBank } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import type { AccountFacts, NumberFacts } from '../../../platform/banks/bank-provider.ts'
import { applyAccounts } from './apply-accounts.ts'

let app: TestApp
let connected: Awaited<ReturnType<typeof connectBank>>
let reported: AccountFacts[]
let elapsed = 0

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  const bank = createFakeBank()
  connected = await connectBank({ ...app.deps, demoBank: bank.provider }, await addOwner(app.database))
  reported = structuredClone(bank.lastItem().accounts)
})
afterAll(() => app.close())

const apply = (accounts: AccountFacts[], numbers: NumberFacts[] = []) =>
  connected.tenant((tx) => {
    const at = new Date(Date.UTC(2026, 10, 16) + (elapsed += 1000))
    return applyAccounts(tx, app.deps.secrets, { ...connected.ref, now: at }, { accounts, numbers })
  })

const [checking, credit] = [0, 1]

test('names and balances are taken over; the same once more changes no byte', async () => {
  reported[checking]!.balanceMinor = 5
  reported[checking]!.name = 'Re\0named'
  reported[credit]!.balanceMinor = null
  await apply(reported)
  const rows = await connected.accounts()
  expect(rows).toMatchObject([
    { name: 'Renamed', balanceMinor: 5 },
    { name: 'Rewards Card', balanceMinor: -9900 },
  ])
  await apply(reported)
  expect(await connected.accounts()).toEqual(rows)
})

test('one that is no longer shared is closed, keeps its first moment, and opens again', async () => {
  await apply([reported[checking]!])
  const [, closed] = await connected.accounts()
  expect(closed?.closedAt).toEqual(closed?.updatedAt)
  await apply([reported[checking]!])
  expect((await connected.accounts())[1]).toEqual(closed)
  await apply(reported)
  expect((await connected.accounts())[1]).toMatchObject({ id: closed?.id, closedAt: null })
})

test('a new one is added with its numbers sealed, and one without a currency that we know is left out', async () => {
  const fresh = { ...reported[checking]!, providerId: randomUUID(), mask: null, name: 'Savings', type: '' }
  const numbers = [{ providerId: fresh.providerId, accountNumber: '5550001234', routingNumber: null }]
  const found = await apply([...reported, fresh, { ...fresh, providerId: 'coins', currency: null }], numbers)
  const rows = await connected.accounts()
  expect(rows).toHaveLength(3)
  const row = rows.find(({ name }) => name === 'Savings')
  expect(row).toMatchObject({ last4: '1234', type: 'other', routingNumber: null })
  expect(row?.accountNumber?.toString()).not.toContain('5550001234')
  expect([...found].map(([providerId, { id }]) => [providerId, id]).toSorted()).toEqual(
    rows.map(({ providerId, id }) => [providerId, id]).toSorted(),
  )
})

test('accounts in any currency are kept, each with its own', async () => {
  const fresh = { ...reported[checking]!, mask: null }
  const inYen = { ...fresh, providerId: 'yen', name: 'Yen', balanceMinor: 500, currency: 'JPY' }
  const inEuros = { ...fresh, providerId: 'euros', name: 'Euros', balanceMinor: 1250, currency: 'EUR' }
  const found = await apply([...reported, inYen, inEuros])
  expect([found.get('yen')?.currency, found.get('euros')?.currency]).toEqual(['JPY', 'EUR'])
  const rows = await connected.accounts()
  expect(rows.map(({ name, currency, balanceMinor }) => [name, currency, balanceMinor])).toEqual(
    expect.arrayContaining([
      ['Yen', 'JPY', 500],
      ['Euros', 'EUR', 1250],
    ]),
  )
})

test('one that is stored stays, with its currency, if the bank no longer names one; a new name is taken over', async () => {
  const inYen = { ...reported[checking]!, providerId: 'yen', balanceMinor: 500, currency: 'JPY' }
  const yen = async () => (await connected.accounts()).find(({ providerId }) => providerId === 'yen')
  await apply([...reported, inYen])
  // Read with two decimals.
  await apply([...reported, { ...inYen, balanceMinor: 60_000, currency: null }])
  expect(await yen()).toMatchObject({ currency: 'JPY', balanceMinor: 600, closedAt: null })
  await apply([...reported, { ...inYen, balanceMinor: 700, currency: 'KRW' }])
  expect(await yen()).toMatchObject({ currency: 'KRW', balanceMinor: 700 })
})

test('the accounts of another connection are left alone', async () => {
  const other = createFakeBank()
  const before = await connected.accounts()
  const identity = await addOwner(app.database)
  const second = await connectBank({ ...app.deps, demoBank: other.provider }, identity)
  await second.tenant((tx) =>
    applyAccounts(tx, app.deps.secrets, { ...second.ref, now: new Date() }, { accounts: [], numbers: [] }),
  )
  expect((await second.accounts()).every(({ closedAt }) => closedAt !== null)).toBe(true)
  expect(await connected.accounts()).toEqual(before)
})
