import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { createFakeBank } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { connectDemoBank } from '../contract.ts'

const bank = createFakeBank()
let app: TestApp
let owner: BankOwner
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  bank.hooks.clear()
  owner = await signUpForBanks(app)
})

const openItems = () => [...bank.items.values()].filter(({ state }) => state === 'open')

test('a bank of the demo is connected, with its accounts masked, and its changes are on their way', async () => {
  expect(await owner.banking()).toEqual({
    accounts: [],
    connections: [],
    totals: {
      currency: 'USD',
      cashAccounts: 0,
      cashMinor: 0,
      cashOther: [],
      cards: 0,
      cardsOwedMinor: 0,
      cardsOwedOther: [],
      notCounted: 0,
    },
    connectsWith: 'demo',
    needsPlan: false,
  })
  const connection = await owner.connected('chase')
  expect(connection).toMatchObject({
    institutionName: 'Chase',
    isDemo: true,
    state: 'connected',
    problem: null,
    lastSyncedAt: null,
    isSyncing: true,
  })
  const { accounts, connections } = await owner.banking()
  expect(connections).toEqual([connection])
  const [item] = [bank.lastItem()]
  const last4 = item.numbers[0]?.accountNumber.slice(-4) ?? ''
  expect(accounts).toEqual([
    expect.objectContaining({
      connectionId: connection.id,
      institutionName: 'Chase',
      name: 'Everyday Checking',
      type: 'checking',
      last4,
      accountNumberMasked: `••••••${last4}`,
      routingNumberMasked: '•••••••••',
      balanceMinor: 123_456,
      isConnected: true,
    }),
    expect.objectContaining({
      type: 'credit',
      last4: item.accounts[1]?.mask,
      routingNumberMasked: null,
      balanceMinor: -9900,
    }),
  ])
  const { rows: jobs } = await app.database.platform.query(
    `select data from pgboss.job where name = 'sync-bank-connection' and data ->> 'connectionId' = $1`,
    [connection.id],
  )
  expect(jobs).toEqual([{ data: { businessId: owner.businessId, connectionId: connection.id } }])
  expect(bank.callsOf('createDemoToken').at(-1)?.args).toEqual([
    'chase',
    `${app.deps.appUrl}/api/v1/webhooks/plaid`,
    owner.businessId,
  ])
})

test('the same request, again and ten times at once, makes one connection and leaves one access', async () => {
  const before = openItems().length
  const requestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.connect('chase', requestId)))
  const ids = await Promise.all(answers.map(async (answer) => (await answerOf(connectDemoBank, answer)).id))
  expect(new Set(ids).size).toBe(1)
  expect((await answerOf(connectDemoBank, await owner.connect('chase', requestId))).id).toBe(ids[0])
  expect(await owner.connectionRows()).toHaveLength(1)
  expect(openItems()).toHaveLength(before + 1)
})

test('a bank that is connected is refused, also when it is asked for twice at once', async () => {
  const before = openItems().length
  const answers = await Promise.all([owner.connect('chase'), owner.connect('chase'), owner.connect('wells')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  const asked = bank.callsOf('createDemoToken').length
  const refusal = await problemOf(await owner.connect('chase'))
  expect(refusal).toMatchObject({ code: 'ALREADY_CONNECTED', message: 'Chase is already connected.' })
  expect(bank.callsOf('createDemoToken')).toHaveLength(asked)
  expect(openItems()).toHaveLength(before + 2)
})

test('what the bank refuses is told in its words, and no access is left behind', async () => {
  const before = openItems().length
  for (const method of ['createDemoToken', 'exchange', 'readItem', 'listAccounts'] as const) {
    bank.fail(method, 'later', 1)
    const response = await owner.connect('citi')
    expect(await problemOf(response)).toMatchObject({
      status: 502,
      code: 'BANK_PROVIDER_FAILED',
      title: 'Connection Failed',
      message: 'The fake bank says: later.',
    })
  }
  expect(await owner.connectionRows()).toEqual([])
  // The item whose exchange failed has no access token.
  expect(openItems()).toHaveLength(before + 1)
})

test('without numbers an account has the digits that the bank tells, else none', async () => {
  bank.fail('listNumbers', 'refused')
  bank.hooks.set('listAccounts', () => {
    const [, card] = bank.lastItem().accounts
    if (card) card.mask = null
  })
  await owner.connected('chase')
  const mask = bank.lastItem().accounts[0]?.mask ?? ''
  const { accounts } = await owner.banking()
  expect(accounts.map(({ last4, routingNumberMasked }) => [last4, routingNumberMasked])).toEqual([
    [mask, null],
    ['0000', null],
  ])
  expect(await owner.report()).toMatchObject({ accounts: 2, encrypted: 1, score: 50, band: 'Poor' })
})

test('accounts in other currencies are kept', async () => {
  bank.hooks.set('listAccounts', () => {
    const [checking, card] = bank.lastItem().accounts
    Object.assign(checking!, { currency: 'EUR', balanceMinor: 1250 })
    Object.assign(card!, { currency: 'JPY', balanceMinor: -500 })
  })
  await owner.connected('chase')
  const { accounts } = await owner.banking()
  expect(accounts.map(({ type, currency, balanceMinor }) => [type, currency, balanceMinor])).toEqual([
    ['checking', 'EUR', 1250],
    ['credit', 'JPY', -500],
  ])
})

test('accounts without a currency that we know are left out; a bank with no others is refused', async () => {
  bank.hooks.set('listAccounts', () => void (bank.lastItem().accounts[1]!.currency = null))
  await owner.connected('chase')
  expect((await owner.banking()).accounts.map(({ type }) => type)).toEqual(['checking'])
  bank.hooks.set('listAccounts', () => bank.lastItem().accounts.forEach((one) => (one.currency = null)))
  const refusal = await problemOf(await owner.connect('bofa'))
  expect(refusal.message).toBe(
    'Bank of America didn’t share an account in a currency we know, so nothing was connected.',
  )
  expect(bank.lastItem().state).toBe('ended')
})

test('where real banks are connected the demo is not', async () => {
  await owner.saveKeys()
  // The Free plan does not use the keys.
  expect(await owner.banking()).toMatchObject({ connectsWith: 'demo', needsPlan: true })
  await owner.connected('chase')
  await setPlan(app, owner.businessId, 'pro')
  expect(await owner.banking()).toMatchObject({ connectsWith: 'plaid', needsPlan: false })
  expect(await problemOf(await owner.connect('wells'))).toMatchObject({
    code: 'NOT_CONFIGURED',
    message: 'Demo banks can’t be connected here because real banks are set up. Use Connect Account.',
  })
})

test('thirty an hour, and then no more', async () => {
  bank.fail('createDemoToken', 'later')
  for (let n = 0; n < 30; n++) expect((await owner.connect()).status).toBe(502)
  expect((await problemOf(await owner.connect())).code).toBe('TOO_MANY_REQUESTS')
})

test('a failure of our own gives the access back', async () => {
  const { enqueue } = app.deps.jobs
  app.deps.jobs.enqueue = async () => {
    throw new Error('no more jobs')
  }
  try {
    expect((await owner.connect('chase')).status).toBe(500)
  } finally {
    app.deps.jobs.enqueue = enqueue
  }
  expect(bank.lastItem().state).toBe('ended')
  expect(await owner.connectionRows()).toEqual([])
})
