import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, addTransactions, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { waitForLock } from '../../../../test/support/wait-for-lock.ts'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { endAccess } from '../end/end-access.ts'
import { forgetProviderIds, lockRules } from '../sync/transaction-steps.ts'

const bank = createFakeBank()
const { exchange } = bank.provider
let app: TestApp
let owner: BankOwner
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  bank.provider.exchange = exchange
  owner = await signUpForBanks(app)
})

const end = (connectionId: string) => endAccess(app.deps, { businessId: owner.businessId, connectionId })

async function connected() {
  const { id } = await owner.connected('chase')
  const [account] = (await owner.banking()).accounts
  return { id, accountId: account!.id, item: bank.lastItem() }
}

test('a sign-in that ends with a token mends the access that is there, and gives none of it back', async () => {
  const { id, item } = await connected()
  const before = await owner.connectionRows()
  await owner.inTenant(({ db }) => db.update(bankConnections).set({ state: 'reconnect', nextSyncAt: null }))
  const link = await owner.started(id)
  bank.finishLink()
  const [page] = [...bank.links.values()].slice(-1)
  page!.publicToken = 'public-again'
  bank.provider.exchange = async () => item
  // It does not matter that accounts cannot be read now.
  bank.fail('listAccounts', 'later')
  expect(await owner.finished(link.id)).toMatchObject({
    outcome: 'connected',
    connection: { id, state: 'connected', isSyncing: true },
  })
  expect(item.state).toBe('open')
  expect(await owner.connectionRows()).toMatchObject([{ id, accessToken: before[0]?.accessToken }])
})

test('one that is removed while it is taken up again stays removed, and the new access has a place of its own', async () => {
  const { id } = await connected()
  await owner.disconnect(id)
  await end(id)
  let again: ReturnType<typeof owner.connected> | undefined
  await owner.inTenant(async ({ db }) => {
    await db.update(bankConnections).set({ removedAt: new Date() }).where(eq(bankConnections.id, id))
    again = owner.connected('chase')
    await waitForLock(app.url)
  })
  const { id: next } = (await again)!
  expect(next).not.toBe(id)
  const rows = await owner.connectionRows()
  expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'disconnected', accessToken: null })
})

test('an end that comes too late leaves alone what the next access has fetched', async () => {
  const { id, accountId } = await connected()
  await owner.disconnect(id)
  const [ended] = await owner.connectionRows()
  await end(id)
  expect((await owner.connected('chase')).id).toBe(id)
  await addTransactions(owner, accountId, { count: 3 })
  await addTransactions(owner, accountId, { count: 1, status: 'pending' })
  await forgetProviderIds(app.database, ended!, accountId)
  const rows = await owner.transactionRows()
  expect(rows.filter(({ providerId }) => providerId !== null)).toHaveLength(4)
})

test.for(['disconnected', 'removed'])('%s while many are put into a category, neither fails', async (way) => {
  const { id, accountId } = await connected()
  await addTransactions(owner, accountId, { count: 20 })
  const [first] = await owner.transactionRows()
  if (way === 'disconnected') await owner.disconnect(id)
  let ending: Promise<unknown> | undefined
  await owner.inTenant(async (tx) => {
    await lockRules(tx, owner.businessId, 'change')
    const choose = `update transactions set chosen_category = 'Gifts'`
    await tx.client.query(`${choose} where id = $1`, [first!.id])
    ending = way === 'removed' ? owner.remove(id) : end(id)
    await waitForLock(app.url)
    await tx.client.query(choose)
  })
  await ending
  expect(await owner.transactionRows()).toHaveLength(way === 'removed' ? 0 : 20)
})
