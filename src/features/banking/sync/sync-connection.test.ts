import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { connectBank } from '../../../../test/support/providers/connected-bank.ts'
import { fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import { type OpenBank, openBank } from '../../../../test/support/providers/open-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { BankProviderError, unknownAccess } from '../../../platform/banks/bank-provider.ts'
import { secretAccesses } from '../../../platform/db/tables/installation/secrets.ts'
import { disconnectBank } from '../end/disconnect-bank.ts'
import { endAccess } from '../end/end-access.ts'
import { syncConnection } from './sync-connection.ts'

let app: TestApp
let bank: OpenBank['bank']
let identity: OpenBank['identity']
let connected: OpenBank['connected']
let item: OpenBank['item']
let deps: OpenBank['deps']
let sync: OpenBank['sync']
let add: OpenBank['add']
let now = new Date('2026-11-16T09:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ bank, identity, connected, item, deps, sync, add } = await openBank(app, () => now))
})
afterAll(() => app.close())

test('all pages are fetched, balances too, and the next time is in six hours', async () => {
  add(10)
  item.accounts[0]!.balanceMinor = 42
  now = hours(1)
  await sync()
  expect(await connected.transactions()).toHaveLength(10)
  expect(await connected.row()).toMatchObject({
    cursor: `${item.itemId}:10`,
    pageCursor: null,
    lastSyncedAt: now,
    nextSyncAt: hours(6),
    failures: 0,
    problem: null,
  })
  expect((await connected.accounts()).map(({ balanceMinor }) => balanceMinor)).toContain(42)
  const before = await connected.transactions()
  now = hours(6)
  await sync()
  expect(await connected.transactions()).toEqual(before)
  expect(bank.callsOf('syncTransactions').at(-1)?.args[1]).toBe(`${item.itemId}:10`)
})

test('why the token was opened stands in the list of accesses', async () => {
  await sync()
  const accesses = await connected.tenant(({ db }) => db.select().from(secretAccesses))
  expect(accesses).toMatchObject([
    { secret: 'bank_connections.access_token', reason: 'To import transactions from Chase', userId: null },
  ])
})

test('transactions of an account that is new are not lost', async () => {
  const opened = { ...item.accounts[0]!, providerId: 'opened-since', mask: null }
  item.accounts.push(opened, { ...opened, providerId: 'coins', currency: null })
  bank.change(item, { kind: 'added', facts: fakeTransaction('opened-since') })
  bank.change(item, { kind: 'added', facts: fakeTransaction('coins') })
  await sync()
  const { id } = (await connected.accounts()).find(({ providerId }) => providerId === 'opened-since')!
  expect(await connected.transactions()).toMatchObject([{ accountId: id }])
})

describe('a round that breaks off', () => {
  test('leaves nothing behind, and the next one begins where it began', async () => {
    add(10)
    let calls = 0
    bank.hooks.set('syncTransactions', () => {
      if (++calls === 3) bank.fail('syncTransactions', 'later', 1)
    })
    await sync()
    expect(await connected.transactions()).toEqual([])
    expect(await connected.row()).toMatchObject({ cursor: null, pageCursor: null, failures: 1 })
    await sync()
    expect(await connected.transactions()).toHaveLength(10)
    expect(await connected.row()).toMatchObject({ failures: 0, problem: null })
  })

  test('begins again at once when what is read changed meanwhile', async () => {
    add(10)
    let calls = 0
    bank.hooks.set('syncTransactions', () => {
      if (++calls === 3) bank.fail('syncTransactions', 'restart', 1)
    })
    await sync({ maxPages: 1 })
    expect(await connected.transactions()).toHaveLength(10)
    expect(
      bank
        .callsOf('syncTransactions')
        .map(({ args }) => args[1])
        .slice(0, 4),
    ).toEqual([null, `${item.itemId}:3`, `${item.itemId}:6`, null])
  })

  test('takes back what came with a part that was kept and is not told any more', async () => {
    const account = item.accounts[0]!.providerId
    const [ghost, steady] = ['ghost', 'steady'].map((providerId) => fakeTransaction(account, { providerId }))
    const page = { modified: [], removed: [] }
    const answers = [
      { ...page, added: [ghost!], nextCursor: 'one', hasMore: true },
      { ...page, added: [steady!], nextCursor: 'two', hasMore: true },
      new BankProviderError('restart', 'MUTATION', 'Something changed.'),
      { ...page, added: [steady!], nextCursor: 'one', hasMore: true },
      { ...page, added: [], nextCursor: 'end', hasMore: false },
    ]
    const before: string[] = []
    const syncTransactions = async () => {
      const answer = answers.shift()!
      if (!(answer instanceof Error)) return answer
      before.push(...(await connected.transactions()).map(({ id }) => id))
      throw answer
    }
    const demoBank = { ...bank.provider, syncTransactions }
    await syncConnection({ ...deps(), demoBank }, connected.ref, { maxPages: 1 })
    expect(before).toHaveLength(2)
    expect(await connected.transactions()).toMatchObject([{ id: before[1], providerId: 'steady' }])
    expect(await connected.row()).toMatchObject({ cursor: 'end', pageCursor: null, failures: 0 })
  })

  test('is put off when that does not end', async () => {
    bank.fail('syncTransactions', 'restart')
    await sync()
    expect(await connected.row()).toMatchObject({ failures: 1, problemCode: 'FAKE_RESTART' })
    expect(bank.callsOf('syncTransactions')).toHaveLength(5)
  })

  test('keeps thirty pages at a time', async () => {
    add(100)
    let calls = 0
    bank.hooks.set('syncTransactions', () => {
      if (++calls === 32) bank.fail('syncTransactions', 'later', 1)
    })
    await sync()
    expect(await connected.transactions()).toHaveLength(90)
    await sync()
    expect(await connected.transactions()).toHaveLength(100)
  })

  test('goes on from where a long one was kept', async () => {
    add(10)
    let calls = 0
    bank.hooks.set('syncTransactions', () => {
      if (++calls === 4) bank.fail('syncTransactions', 'later', 1)
    })
    await sync({ maxPages: 2 })
    expect(await connected.transactions()).toHaveLength(6)
    expect(await connected.row()).toMatchObject({ cursor: null, pageCursor: `${item.itemId}:6` })
    await sync({ maxPages: 2 })
    expect(await connected.transactions()).toHaveLength(10)
    expect(await connected.row()).toMatchObject({ cursor: `${item.itemId}:10`, pageCursor: null })
  })
})

test('a bank that sends the same again and again is not read for ever', async () => {
  const syncTransactions = async () => ({
    added: [],
    modified: [],
    removed: [],
    nextCursor: 'same',
    hasMore: true,
  })
  await syncConnection({ ...deps(), demoBank: { ...bank.provider, syncTransactions } }, connected.ref)
  expect(await connected.row()).toMatchObject({ problemCode: 'CURSOR_STANDS', failures: 1 })
})

test('a bank that has nothing to tell yet is asked again in a minute, one that stays so is not', async () => {
  const syncTransactions = async () => ({
    added: [],
    modified: [],
    removed: [],
    nextCursor: '',
    hasMore: false,
  })
  const quiet = { ...deps(), demoBank: { ...bank.provider, syncTransactions } }
  await syncConnection(quiet, connected.ref)
  expect(await connected.row()).toMatchObject({ cursor: null, nextSyncAt: hours(1 / 60) })
  now = hours(2)
  await syncConnection(quiet, connected.ref)
  expect(await connected.row()).toMatchObject({ cursor: null, nextSyncAt: hours(6) })
  // After a reconnect the item is new to the aggregator again.
  await disconnectBank(deps(), identity, connected.ref.connectionId)
  await endAccess(deps(), connected.ref)
  await connectBank(deps(), identity)
  await syncConnection(quiet, connected.ref)
  expect(await connected.row()).toMatchObject({ cursor: null, nextSyncAt: hours(1 / 60) })
})

test('three at once end as one does', async () => {
  add(20)
  await Promise.all([sync(), sync({ maxPages: 1 }), sync({ maxPages: 2 })])
  await sync()
  expect(await connected.transactions()).toHaveLength(20)
  expect(await connected.row()).toMatchObject({ cursor: `${item.itemId}:20`, pageCursor: null, failures: 0 })
})

test('a page that comes late finds the cursor moved and is thrown away', async () => {
  add(2, { isPending: true })
  const [first, second] = item.changes.flatMap((change) => (change.kind === 'added' ? [change.facts] : []))
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { syncTransactions } = bank.provider
  let isFirst = true
  const slow = {
    ...bank.provider,
    async syncTransactions(token: string, cursor: string | null) {
      const page = await syncTransactions(token, cursor)
      if (isFirst) await held
      isFirst = false
      return page
    },
  }
  const late = syncConnection({ ...deps(), demoBank: slow }, connected.ref)
  await expect.poll(() => bank.callsOf('syncTransactions').length).toBe(1)
  bank.change(item, { kind: 'removed', providerId: first!.providerId })
  await sync()
  letGo()
  await late
  expect(await connected.transactions()).toMatchObject([{ providerId: second!.providerId }])
  expect(await connected.row()).toMatchObject({ cursor: `${item.itemId}:3` })
})

describe('what goes wrong', () => {
  test.each([
    ['later', [2, 4, 8]],
    ['keys', [2, 4, 8]],
    ['refused', [2, 4, 8]],
  ] as const)('%s: tried again after ever longer times', async (problem, minutes) => {
    bank.fail('syncTransactions', problem)
    for (const wait of minutes) {
      await sync()
      const row = await connected.row()
      expect(row).toMatchObject({ state: 'connected', problem: `The fake bank says: ${problem}.` })
      expect(row.nextSyncAt).toEqual(hours(wait / 60))
    }
    await connected.change({ failures: 5000 })
    await sync()
    expect(await connected.row()).toMatchObject({ failures: 5001, nextSyncAt: hours(6) })
  })

  test('a sign-in that is wanted waits for the owner', async () => {
    item.state = 'reconnect'
    await sync()
    expect(await connected.row()).toMatchObject({
      state: 'reconnect',
      problemCode: 'FAKE_RECONNECT',
      problem: expect.stringContaining('sign in again'),
      nextSyncAt: null,
    })
    const before = bank.calls.length
    await sync()
    expect(bank.calls).toHaveLength(before)
  })

  test('an access that is not known with the keys of now is kept, and says what can be done', async () => {
    const { accessToken } = await connected.row()
    const message = 'Plaid does not know this access.'
    const syncTransactions = async () => {
      throw new BankProviderError('reconnect', unknownAccess, message)
    }
    await syncConnection({ ...deps(), demoBank: { ...bank.provider, syncTransactions } }, connected.ref)
    expect(await connected.row()).toMatchObject({
      state: 'reconnect',
      problem: message,
      nextSyncAt: null,
      accessToken,
      itemId: item.itemId,
    })
  })

  test('an access that is gone is disconnected, and what is left of it given back', async () => {
    add(1)
    await sync()
    item.state = 'ended'
    await sync()
    expect(await connected.row()).toMatchObject({ state: 'disconnected', nextSyncAt: null })
    await endAccess(deps(), connected.ref)
    expect(await connected.transactions()).toMatchObject([{ providerId: null }])
  })

  test('accounts that cannot be read keep the pages back', async () => {
    add(4)
    bank.fail('listAccounts', 'later', 1)
    await sync()
    expect([await connected.transactions(), (await connected.row()).cursor]).toEqual([[], null])
    await sync()
    expect(await connected.transactions()).toHaveLength(4)
  })

  test('an error of our own is told in plain words and tried again', async () => {
    bank.hooks.set('syncTransactions', () => {
      throw new TypeError('undefined is not a function')
    })
    await sync()
    const row = await connected.row()
    expect(row).toMatchObject({ problemCode: 'INTERNAL', failures: 1 })
    expect(row.problem).not.toContain('undefined')
  })

  test('a token that cannot be opened says what to do', async () => {
    await connected.change({ accessToken: Buffer.from('broken') })
    await sync()
    expect(await connected.row()).toMatchObject({ problemCode: 'UNREADABLE', state: 'connected' })
  })
})

describe('real banks on a plan that has none', () => {
  test('are not fetched until the plan opens them again', async () => {
    const real = { ...deps(), platformBanks: bank.provider }
    await connected.change({ source: 'platform' })
    add(1)
    await syncConnection(real, connected.ref)
    expect(await connected.row()).toMatchObject({ problemCode: 'PLAN_REQUIRED', nextSyncAt: hours(24) })
    expect(bank.callsOf('syncTransactions')).toEqual([])
    await setPlan(app, identity.businessId, 'pro')
    await syncConnection(real, connected.ref)
    expect(await connected.row()).toMatchObject({ problem: null, problemCode: null })
    expect(await connected.transactions()).toHaveLength(1)
  })
})
