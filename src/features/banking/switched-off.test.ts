import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { readAccesses, switchOwnAccounts } from '../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { endAccess } from './end/end-access.ts'
import { syncConnection } from './sync/sync-connection.ts'

const own = createFakeBank({ environment: 'sandbox' })
const now = new Date('2026-11-16T09:00:00Z')
let app: TestApp
let owner: BankOwner
let id: string
beforeAll(async () => {
  app = await createTestApp({ connectOwnBanks: () => own.provider, now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpForBanks(app)
  await owner.saveKeys()
  await setPlan(app, owner.businessId, 'pro')
  const link = await owner.started()
  own.finishLink('chase')
  id = (await owner.finished(link.id)).connection!.id
  await switchOwnAccounts(app, owner.cookie, false)
})

const ref = () => ({ businessId: owner.businessId, connectionId: id })
const shown = async () => (await owner.banking()).connections[0]

test('while integrations are switched off, nothing is fetched with keys of one’s own, nor are they read', async () => {
  const fetched = own.callsOf('syncTransactions').length
  const accesses = await readAccesses(app, owner.businessId)
  await syncConnection(app.deps, ref())
  expect(own.callsOf('syncTransactions')).toHaveLength(fetched)
  expect(await readAccesses(app, owner.businessId)).toEqual(accesses)
  expect(await shown()).toMatchObject({
    state: 'connected',
    problem: 'Your integrations are turned off.',
    isSyncing: false,
  })
  expect((await owner.connectionRows())[0]?.nextSyncAt).toEqual(new Date(now.getTime() + 3_600_000))
  expect(await problemOf(await owner.start(id))).toMatchObject({
    code: 'NOT_CONFIGURED',
    message: 'Your integrations are turned off. Turn them on in Integrations, on the Settings tab.',
  })

  await switchOwnAccounts(app, owner.cookie, true)
  await syncConnection(app.deps, ref())
  expect(await shown()).toMatchObject({ problem: null, lastSyncedAt: now.toISOString() })
})

test('what is ended then is given back all the same', async () => {
  await owner.disconnect(id)
  await endAccess(app.deps, ref())
  expect(own.lastItem().state).toBe('ended')
})
