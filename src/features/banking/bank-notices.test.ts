import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { type FakeItem, createFakeBank, genuine } from '../../../test/support/providers/fake-bank.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { BankWebhook } from '../../platform/banks/bank-provider.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { getDashboard } from '../dashboard/contract.ts'
import { writeBankMail } from './bank-mails.ts'
import { receivePlaidEvent } from './contract.ts'
import { sendBankMail } from './jobs.ts'
import { syncConnection } from './sync/sync-connection.ts'
import { tendItems, updateWebhook } from './tend-items.ts'

const bank = createFakeBank()
let app: TestApp
let owner: BankOwner
let id: string
let item: FakeItem
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  owner = await signUpForBanks(app)
  id = (await owner.connected('chase')).id
  item = bank.lastItem()
})

async function tell(kind: BankWebhook['kind'], endsAt: string | null = null): Promise<void> {
  const body = { item_id: item.itemId, itemId: item.itemId, kind, code: `CODE_${kind}`, endsAt }
  const response = await app.app.request(receivePlaidEvent.path, {
    method: 'POST',
    headers: { 'plaid-verification': genuine },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

const connection = async () => (await owner.banking()).connections[0]!
const needs = async () =>
  (await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie: owner.cookie }))).needs.banks

/** Runs the jobs that write mails, each twice as a queue may, and returns the mails. */
async function bankMails() {
  const { rows } = await app.database.platform.query(
    `select data from pgboss.job where name = $1 and data ->> 'businessId' = $2 order by created_on`,
    [sendBankMail.name, owner.businessId],
  )
  for (const { data } of [...rows, ...rows]) await writeBankMail(app.deps, sendBankMail.data.parse(data))
  const written = await owner.inTenant(({ db }) => db.select().from(mails))
  return written.filter(({ kind }) => kind === 'bank-notice').map(({ subject }) => subject)
}

describe('what a bank announces', () => {
  test('an end is told once on every screen and by mail, and goes when the sign-in was repaired', async () => {
    const endsAt = '2026-11-24T12:00:00.000Z'
    await tell('expiring', endsAt)
    await tell('expiring', endsAt)
    expect(await connection()).toMatchObject({
      state: 'connected',
      notices: [{ kind: 'expiring', at: endsAt }],
    })
    expect(await needs()).toEqual({
      items: [{ id, institutionName: 'Chase', need: 'expiring', endsAt }],
      count: 1,
    })
    expect(await bankMails()).toEqual([expect.stringMatching(/^Access to .*Chase.* ends on Nov 24, 2026$/)])
    await tell('repaired')
    expect(await connection()).toMatchObject({ state: 'connected', notices: [] })
    expect((await needs()).count).toBe(0)
  })

  test('an end without a moment is a week away', async () => {
    await tell('expiring')
    const [notice] = (await connection()).notices
    const days = (Date.parse(notice!.at) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
  })

  test.each([
    ['newAccounts', /^You have new accounts at /],
    ['accountRevoked', /is no longer shared$/],
  ] as const)(
    '%s: the page asks which accounts are shared, and signing in clears it',
    async (kind, subject) => {
      await tell(kind)
      await tell(kind)
      expect((await connection()).notices).toMatchObject([{ kind }])
      expect((await needs()).items).toMatchObject([{ need: kind, endsAt: null }])
      expect(await bankMails()).toEqual([expect.stringMatching(subject)])
      // A repaired sign-in does not clear notices about accounts.
      await tell('repaired')
      expect((await connection()).notices).toMatchObject([{ kind }])
      const link = await owner.started(id)
      expect(bank.callsOf('createLink').at(-1)?.args).toMatchObject([{ choosesAccounts: true }])
      bank.finishLink()
      expect(await owner.finished(link.id)).toMatchObject({
        outcome: 'connected',
        connection: { notices: [] },
      })
      await owner.started(id)
      expect(bank.callsOf('createLink').at(-1)?.args).toMatchObject([{ choosesAccounts: false }])
    },
  )

  test('an access that was ended at the bank is told once, until its owner has dealt with it', async () => {
    await tell('ended')
    await tell('ended')
    expect((await needs()).items).toMatchObject([{ need: 'ended' }])
    expect(await bankMails()).toEqual([expect.stringMatching(/^Access to .*Chase.* has ended$/)])
    await tell('expiring')
    expect((await connection()).notices).toEqual([])
    await owner.disconnect(id)
    expect((await needs()).count).toBe(0)
  })
})

test('a changed address for webhooks is told to the aggregator once, also for a bank that wants a sign-in', async () => {
  const ref = { businessId: owner.businessId, connectionId: id }
  const moved = { ...app.deps, appUrl: 'https://moved.example' }
  const waiting = async () => {
    const { rows } = await app.database.platform.query(
      `select data from pgboss.job where name = 'update-bank-webhook' and data ->> 'connectionId' = $1`,
      [id],
    )
    return rows.length
  }
  await tendItems(app.deps)
  expect(await waiting()).toBe(0)
  item.state = 'reconnect'
  await syncConnection(app.deps, ref)
  await tendItems(moved)
  expect(await waiting()).toBe(1)
  bank.fail('setWebhook', 'later', 1)
  await updateWebhook(moved, ref)
  await updateWebhook(moved, ref)
  await updateWebhook(moved, ref)
  expect(item.webhookUrl).toBe('https://moved.example/api/v1/webhooks/plaid')
  expect(bank.callsOf('setWebhook').filter(({ args }) => args[0] === item.accessToken)).toHaveLength(2)
  expect((await connection()).state).toBe('reconnect')
})
