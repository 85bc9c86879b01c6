import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpForBanks } from '../../../test/support/banking.ts'
import type { BankOwner } from '../../../test/support/banking.ts'
import { answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { expireDemoBank, syncBanks } from './contract.ts'
import { startEndingJobs } from './end-access.ts'
import { startSyncJobs } from './start-sync-jobs.ts'

let app: TestApp
let owner: BankOwner
beforeAll(async () => {
  app = await createTestApp()
  await startSyncJobs(app.deps)
  await startEndingJobs(app.deps)
  owner = await signUpForBanks(app)
})
afterAll(() => app.close())

const patient = { timeout: 30_000 }

async function expectSynced() {
  await expect
    .poll(async () => (await owner.banking()).connections[0], patient)
    .toMatchObject({
      state: 'connected',
      problem: null,
      isSyncing: false,
      lastSyncedAt: expect.any(String),
    })
}

/** Presses a button on the page of the demo bank. Returns where that leads. */
async function press(url: string, answer: string): Promise<string> {
  const { pathname } = new URL(url)
  const response = await app.app.request(pathname, {
    method: 'POST',
    headers: { origin: app.deps.appUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer }).toString(),
  })
  expect(response.status, await response.clone().text()).toBe(303)
  return response.headers.get('location') ?? ''
}

test('the whole life of a connection, with the demo bank', { timeout: 120_000 }, async () => {
  const { id } = await owner.connected('chase')
  await expectSynced()
  const { accounts } = await owner.banking()
  expect(accounts.map(({ name, type, isConnected }) => [name, type, isConnected])).toEqual([
    ['Checking', 'checking', true],
    ['Credit Card', 'credit', true],
  ])
  for (const { last4, accountNumberMasked } of accounts) {
    expect(last4).toMatch(/^\d{4}$/)
    expect(accountNumberMasked).toBe(`••••••${last4}`)
  }
  expect(accounts.map(({ routingNumberMasked }) => routingNumberMasked)).toEqual(['•••••••••', null])
  expect(await owner.report()).toMatchObject({ accounts: 2, encrypted: 2, score: 100, band: 'Excellent' })
  const fetched = await owner.transactionRows()
  expect(fetched).toHaveLength(40)

  const expired = await app.send(expireDemoBank, { params: { id } }, { cookie: owner.cookie })
  expect(await answerOf(expireDemoBank, expired)).toMatchObject({ state: 'reconnect' })
  const visit = await owner.started(id)
  expect((await owner.finished(visit.id)).outcome).toBe('open')
  expect(await press(visit.url, 'sign-in')).toBe(`${app.deps.appUrl}/bank-connections?link=${visit.id}`)
  expect(await owner.finished(visit.id)).toMatchObject({ outcome: 'connected', connection: { id } })
  await answerOf(syncBanks, await app.send(syncBanks, {}, { cookie: owner.cookie }))
  await expectSynced()
  expect((await owner.transactionRows()).map((row) => row.id).toSorted()).toEqual(
    fetched.map((row) => row.id).toSorted(),
  )

  await owner.disconnect(id)
  await expect.poll(async () => (await owner.connectionRows())[0]?.accessToken, patient).toBeNull()
  const posted = fetched.filter(({ status }) => status === 'posted').map((row) => row.id)
  expect((await owner.transactionRows()).map((row) => row.id).toSorted()).toEqual(posted.toSorted())

  const again = await owner.started(id)
  await press(again.url, 'chase')
  expect(await owner.finished(again.id)).toMatchObject({ outcome: 'connected', connection: { id } })
  await expectSynced()
  expect((await owner.banking()).accounts.map((account) => account.id)).toEqual(
    accounts.map((account) => account.id),
  )
  const kept = new Set((await owner.transactionRows()).map((row) => row.id))
  expect(posted.every((one) => kept.has(one))).toBe(true)

  expect((await owner.remove(id)).status).toBe(204)
  expect(await owner.banking()).toMatchObject({ accounts: [], connections: [] })
  expect(await owner.transactionRows()).toEqual([])
  await expect.poll(() => owner.connectionRows(), patient).toEqual([])
})
