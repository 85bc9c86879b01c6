import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOwner, connectBank } from '../../../test/support/providers/connected-bank.ts'
import {
  type PlaidAnswer,
  recorded,
  startRecordedPlaid,
} from '../../../test/support/providers/recorded-plaid.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { createPlaidProvider } from '../../platform/banks/plaid-provider.ts'
import { syncConnection } from './sync/sync-connection.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const keys = { clientId: 'client-1', secret: 'secret-1', environment: 'sandbox' } as const
const name = (path: string) => path.slice(1).replaceAll(/[/_]/g, '-')
const paths = ['/item/public_token/exchange', '/item/get', '/accounts/get', '/auth/get']

interface Body {
  accounts: object[]
  added: object[]
}

/** A bank that returns Plaid's recorded responses with some changes. */
async function bankAnswering(
  change: { account?: object; transaction?: object; refusal?: object },
  accountId = 'acc-checking',
) {
  const answers: Record<string, PlaidAnswer> = {}
  for (const path of paths) answers[path] = await recorded(name(path))
  answers['/sandbox/public_token/create'] = await recorded('sandbox-public-token-create')
  // Each connection needs its own item.
  const item = { ...(answers['/item/get']!.body as { item: object }).item, item_id: crypto.randomUUID() }
  answers['/item/get'] = { status: 200, body: { item } }
  answers['/item/public_token/exchange'] = {
    status: 200,
    body: { access_token: 'access-1', item_id: item.item_id },
  }
  const { accounts } = answers['/accounts/get']!.body as Body
  const changed = accounts.map((one) =>
    (one as { account_id: string }).account_id === accountId ? { ...one, ...change.account } : one,
  )
  answers['/accounts/get'] = { status: 200, body: { accounts: changed } }
  const page = (await recorded('transactions-sync-first')).body as Body
  const added = [{ ...page.added[0], ...change.transaction }]
  answers['/transactions/sync'] = change.refusal
    ? { status: 400, body: change.refusal }
    : { status: 200, body: { ...page, added, modified: [], removed: [], has_more: false } }
  const plaid = await startRecordedPlaid(answers)
  const demoBank = createPlaidProvider(keys, { address: plaid.url, environment: 'demo' })
  const deps = { ...app.deps, demoBank }
  const connected = await connectBank(deps, await addOwner(app.database))
  await syncConnection(deps, connected.ref)
  const checking = (await connected.accounts()).find(({ providerId }) => providerId === accountId)
  return { connected, checking }
}

test.each([
  ['account type', { account: { type: 'time machine', subtype: 'flux' } }, 'other', 'flux'],
  ['account subtype', { account: { subtype: 'pocket money' } }, 'cash', 'pocket money'],
  ['account without a subtype', { account: { subtype: null } }, 'cash', null],
  ['account type that every object has', { account: { type: 'constructor' } }, 'other', 'checking'],
  ['transaction code', { transaction: { transaction_code: 'teleport' } }, 'cash', 'checking'],
  ['payment channel', { transaction: { payment_channel: 'by pigeon' } }, 'cash', 'checking'],
  [
    'category',
    { transaction: { personal_finance_category: { primary: 'NEXT_YEAR', detailed: 7 } } },
    'cash',
    'checking',
  ],
])('an unknown %s is kept, and the sync goes on', async (_, change, kind, subtype) => {
  const { connected, checking } = await bankAnswering(change)
  expect(await connected.row()).toMatchObject({ state: 'connected', problem: null })
  expect((await connected.row()).lastSyncedAt).not.toBeNull()
  expect(checking?.kind).toBe(kind)
  expect(checking?.subtype).toBe(subtype)
  expect(await connected.transactions()).toHaveLength(1)
})

test.each(['NEXT_YEARS_ERROR', 'toString', 'no name at all\n'])(
  'an unknown error of an item, %j, is kept and tried again',
  async (error_code) => {
    const { connected } = await bankAnswering({ refusal: { error_type: 'NEW_TYPE', error_code } })
    const row = await connected.row()
    expect(row).toMatchObject({ state: 'connected', failures: 1, problem: expect.any(String) })
    expect(row.problemCode).toMatch(/^(NEXT_YEARS_ERROR|UNKNOWN)$/)
    expect(row.nextSyncAt?.getTime()).toBeGreaterThan(Date.now())
  },
)
