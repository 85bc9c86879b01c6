import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../../../test/support/audit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { type TestApp, createTestApp, problemOf, signUpAdmin } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  await app.startJobs()
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

type Sending = typeof contract.resendUserVerification | typeof contract.sendResetLink

function ask(endpoint: Sending, id: string) {
  const headers = { 'user-agent': 'Test Browser', 'x-forwarded-for': '203.0.113.7' }
  return app.send(endpoint, { params: { id } }, { cookie: admin.cookie, headers })
}

async function signUp() {
  const { session } = await app.signIn(await app.signUp())
  return session.user
}

async function mailsTo(email: string, kind: string) {
  const { rows } = await app.database.platform.query<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at',
    [email, kind],
  )
  return rows.map(({ text }) => text)
}

const set = (id: string, change: string) =>
  app.database.auth.query(`update auth.users set ${change} where id = $1`, [id])

test('the verification mail is sent again to the person, and it is noted who asked', async () => {
  const { id, email } = await signUp()
  expect((await ask(contract.resendUserVerification, id)).status).toBe(204)
  const [first, second] = await mailsTo(email, 'verify-email')
  expect(first).toContain('/verify-email#token=')
  expect(second).toContain('/verify-email#token=')
  expect(await auditOf(app, id)).toEqual([
    {
      action: 'resend-verification',
      actor: admin.email,
      label: email,
      ip: '203.0.113.7',
      userAgent: 'Test Browser',
    },
  ])
})

test('it is not sent to somebody who is verified', async () => {
  const { id, email } = await signUp()
  await set(id, 'email_verified = true')
  const refused = await ask(contract.resendUserVerification, id)
  expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'ALREADY_VERIFIED' })
  expect(await mailsTo(email, 'verify-email')).toHaveLength(1)
  expect(await auditOf(app, id)).toEqual([])
})

test('a reset link goes to the person alone, and it is noted who asked', async () => {
  const { id, email } = await signUp()
  expect((await ask(contract.sendResetLink, id)).status).toBe(204)
  await eventually(async () => expect(await mailsTo(email, 'reset-password')).toHaveLength(1))
  expect((await mailsTo(email, 'reset-password'))[0]).toContain('/api/v1/auth/recovery-link?token=')
  expect(await auditOf(app, id)).toMatchObject([
    { action: 'send-reset-link', actor: admin.email, label: email, ip: '203.0.113.7' },
  ])
})

test('somebody suspended is restored first', async () => {
  const { id } = await signUp()
  await set(id, 'suspended_at = now()')
  expect(await problemOf(await ask(contract.sendResetLink, id))).toMatchObject({
    status: 403,
    code: 'SUSPENDED',
    message: 'Restore this account first.',
  })
  expect(await auditOf(app, id)).toEqual([])
})

test('no administrator can fill a mailbox: the limits are those of who gets it', async () => {
  for (const endpoint of [contract.resendUserVerification, contract.sendResetLink]) {
    const { id } = await signUp()
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await ask(endpoint, id)).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    expect(await auditOf(app, id)).toHaveLength(5)
  }
})

test('somebody unknown is not there', async () => {
  for (const endpoint of [contract.resendUserVerification, contract.sendResetLink]) {
    expect((await ask(endpoint, randomUUID())).status).toBe(404)
  }
})
