import { createEmailVerificationToken } from 'better-auth/api'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../../../test/support/audit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf, goodPassword, problemOf, signUpAdmin } from '../../../test/support/test-app.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import { createMailDelivery } from '../../platform/mail/deliver-mail.ts'
import { releaseHeldMails } from '../../platform/mail/held-mails.ts'
import { getSession, signIn, verifyEmail } from '../auth/contract.ts'
import { getBusiness } from '../business/contract.ts'
import { getPublicInvoice } from '../invoices/public/contract.ts'
import { startCheckout } from '../payments/contract.ts'
import * as contract from './contract.ts'

let reminding: ReminderApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  reminding = await createReminderApp()
  admin = await signUpAdmin(reminding.app)
})
afterAll(() => reminding.app.close())

const from = { 'user-agent': 'Test Browser', 'x-forwarded-for': '203.0.113.7' }

function act(endpoint: typeof contract.suspendUser | typeof contract.restoreUser, id: string) {
  return reminding.app.send(endpoint, { params: { id } }, { cookie: admin.cookie, headers: from })
}

async function suspend(id: string) {
  return answerOf(contract.suspendUser, await act(contract.suspendUser, id))
}

async function restore(id: string) {
  return answerOf(contract.restoreUser, await act(contract.restoreUser, id))
}

test('every session ends at once, open pages are told, and it is noted once', async () => {
  const { app } = reminding
  const person = await app.signUp()
  const [laptop, phone] = [await app.signIn(person), await app.signIn(person)]
  const { id, email } = laptop.session.user
  const heard: string[] = []
  const leave = app.deps.live.subscribe(laptop.session.business.id, {
    changed: (topic) => heard.push(topic),
    missed: () => heard.push('(missed)'),
    closed: () => undefined,
  })
  await eventually(() => expect(heard).toEqual(['(missed)']))

  const suspended = await suspend(id)
  expect(suspended).toMatchObject({ id, suspendedAt: expect.any(String) })
  for (const { cookie } of [laptop, phone]) {
    expect((await app.send(getBusiness, {}, { cookie })).status).toBe(401)
    expect(await (await app.send(getSession, {}, { cookie })).json()).toMatchObject({ session: null })
  }
  await eventually(() => expect(heard).toEqual(['(missed)', 'session']))
  leave()

  expect(await suspend(id)).toEqual(suspended)
  expect(await restore(id)).toMatchObject({ id, suspendedAt: null })
  expect(await restore(id)).toMatchObject({ id, suspendedAt: null })
  const noted = { actor: admin.email, label: email, ip: '203.0.113.7', userAgent: 'Test Browser' }
  expect(await auditOf(app, id)).toEqual([
    { action: 'suspend-user', ...noted },
    { action: 'restore-user', ...noted },
  ])
  expect((await app.send(getBusiness, {}, laptop)).status).toBe(401)
})

test('signing in is refused once the password is right, and works again when restored', async () => {
  const { app } = reminding
  const { email } = await app.signUp()
  const { session } = await app.signIn({ email, password: goodPassword })
  await suspend(session.user.id)
  const attempt = (password: string) => app.send(signIn, { body: { email, password } })
  expect(await problemOf(await attempt('a wrong password'))).toMatchObject({
    code: 'INVALID_CREDENTIALS',
    message: 'The email address or password is incorrect.',
  })
  const refused = await attempt(goodPassword)
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'SUSPENDED' })
  expect(refused.headers.getSetCookie()).toEqual([])
  await restore(session.user.id)
  expect((await attempt(goodPassword)).status).toBe(200)
})

test('a session that slipped through lets nobody in, and does not come to life again', async () => {
  const { app } = reminding
  const { cookie, session } = await app.signUpAndIn()
  const { id } = session.user
  const { rows } = await app.database.auth.query<Record<string, unknown>>(
    'select id, user_id, token, expires_at from auth.sessions where user_id = $1',
    [id],
  )
  await suspend(id)
  const [kept] = rows
  await app.database.auth.query(
    'insert into auth.sessions (id, user_id, token, expires_at) values ($1, $2, $3, $4)',
    [kept?.['id'], kept?.['user_id'], kept?.['token'], kept?.['expires_at']],
  )
  const ask = async () => (await app.send(getBusiness, {}, { cookie })).status
  expect(await ask()).toBe(401)
  await app.database.auth.query(
    `update auth.sessions set expires_at = now() + interval '20 days' where user_id = $1`,
    [id],
  )
  expect(await ask()).toBe(401)
  await restore(id)
  expect(await ask()).toBe(401)
})

test('reminders are not made meanwhile, mail is held, and both go on when restored', async () => {
  const { app, open, fireAt, setClock } = reminding
  setClock('2026-11-01T00:00:00Z')
  const [business, other] = [await open(), await open()]
  for (const { series } of [business, other]) await series([0, 3])
  const [mine, theirs] = [await business.invoice(), await other.invoice()]
  const { rows } = await app.database.auth.query<{ user_id: string }>(
    'select user_id from members where business_id = $1',
    [business.businessId],
  )
  const { user_id: userId } = rows[0]!
  await fireAt('2026-11-20T09:00:00Z')
  const [first] = await business.mails(mine.id)
  await suspend(userId)

  const left: string[] = []
  const deliver = createMailDelivery({
    database: app.database,
    transport: { name: 'recorder', send: async ({ id }) => void left.push(id), close: () => undefined },
    makeAttachments: async () => [],
    log: pino({ level: 'silent' }),
  })
  const run = { retryCount: 0, isLastTry: false }
  await deliver({ mailId: first!.id }, run)
  expect(left).toEqual([])
  expect(await business.mails(mine.id)).toMatchObject([{ state: 'held' }])

  await fireAt('2026-11-23T09:00:00Z')
  expect(await business.steps(mine.id)).toEqual(['0 sent'])
  expect(await other.steps(theirs.id)).toEqual(['0 sent', '3 sent'])

  await restore(userId)
  const { rows: releases } = await app.database.platform.query(
    `select from pgboss.job where name = 'release-held-mails' and data ->> 'businessId' = $1`,
    [business.businessId],
  )
  expect(releases).toHaveLength(1)
  await withPlatform(app.database, (tx) => releaseHeldMails(tx, app.deps.jobs, business.businessId))
  await deliver({ mailId: first!.id }, run)
  expect(left).toEqual([first!.id])
  await fireAt('2026-11-23T09:01:00Z')
  expect(await business.steps(mine.id)).toEqual(['0 sent', '3 sent'])
})

test('clients see the invoices of a suspended business, and can pay them', async () => {
  const { app, open, setClock } = reminding
  setClock('2026-11-01T00:00:00Z')
  const business = await open()
  const { id } = await business.invoice()
  const { rows } = await app.database.auth.query<{ user_id: string }>(
    'select user_id from members where business_id = $1',
    [business.businessId],
  )
  await suspend(rows[0]!.user_id)
  const seen = await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
  expect(seen.status).toBe('pending')
  const checkout = await app.send(startCheckout, { params: { id }, body: { method: 'card' } })
  expect(await answerOf(startCheckout, checkout)).toMatchObject({ url: expect.stringContaining('http') })
})

test('oneself and other administrators cannot be suspended, and somebody unknown is not there', async () => {
  const { app } = reminding
  const other = await signUpAdmin(app)
  const refusal = async (id: string) => problemOf(await act(contract.suspendUser, id))
  for (const id of [admin.userId, admin.userId.toUpperCase()]) {
    expect(await refusal(id)).toMatchObject({ status: 409, code: 'OWN_ACCOUNT' })
  }
  expect(await refusal(other.userId)).toMatchObject({ status: 409, code: 'STILL_ADMIN' })
  expect(await refusal(randomUUID())).toMatchObject({ code: 'NOT_FOUND' })
  expect(await problemOf(await act(contract.restoreUser, randomUUID()))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await auditOf(app, other.userId)).toEqual([])
})

test('somebody without a business yet can be suspended and restored', async () => {
  const { app } = reminding
  const { rows } = await app.database.auth.query<{ id: string }>(
    `insert into auth.users (id, name, email) values (gen_random_uuid(), '', 'no-business@example.com') returning id`,
  )
  const { id } = rows[0]!
  expect(await suspend(id)).toMatchObject({ businessName: null, suspendedAt: expect.any(String) })
  expect(await restore(id)).toMatchObject({ suspendedAt: null })
})

test('a business that is being renamed all the time keeps nobody from being suspended, nor its owner from confirming', async () => {
  const { app } = reminding
  const { session } = await app.signUpAndIn()
  const { id, email } = session.user
  const over = new AbortController()
  const rename = async () => {
    while (!over.signal.aborted) {
      await withTenant(app.database, session.business.id, ({ client }) =>
        client.query(`update businesses set name = 'Renamed ' || gen_random_uuid()`),
      )
    }
  }
  const renaming = [rename(), rename()]
  const { secret } = await app.deps.auth.$context
  const token = await createEmailVerificationToken(secret, email, undefined, 3600)
  for (let round = 0; round < 15; round++) {
    await suspend(id)
    await restore(id)
    expect((await app.send(verifyEmail, { body: { token } })).status).toBe(200)
  }
  over.abort()
  await Promise.all(renaming)
  expect(await restore(id)).toMatchObject({
    suspendedAt: null,
    businessName: expect.stringMatching(/^Renamed/),
  })
})
