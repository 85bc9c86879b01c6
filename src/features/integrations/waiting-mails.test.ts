import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  readIntegrations,
  typedEmail,
  typedPaypal,
} from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

const { removeIntegration, saveEmail, savePaypal, switchIntegrations } = contract

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await answerOf(saveEmail, await app.send(saveEmail, { body: typedEmail }, { cookie }))
})

const read = () => readIntegrations(app, cookie)

interface Left {
  state?: 'queued' | 'failed' | 'sent'
  reason?: string
  waits?: boolean
  daysAgo?: number
}

/** A mail as a delivery leaves it. */
async function addMail({ state = 'queued', reason = 'Wrong password.', waits = true, daysAgo = 0 }: Left) {
  await app.database.platform.query(
    `insert into mails (business_id, kind, from_address, to_address, subject, on_behalf, state, last_error,
       waits_for_account, created_at)
     values ($1, 'invoice', 'no-reply@example.com', 'client@example.com', 'Invoice', true, $2, $3, $4,
       now() - make_interval(days => $5))`,
    [businessId, state, reason, waits, daysAgo],
  )
}

test('mails that the account did not take are counted, with the reason of the newest', async () => {
  expect((await read()).email.waiting).toBeNull()
  await addMail({ state: 'failed', reason: 'The email server didn’t answer in time.', daysAgo: 3 })
  await addMail({ state: 'queued' })
  const waiting = { count: 2, reason: 'Wrong password.' }
  expect((await read()).email).toMatchObject({ isConnected: true, waiting })

  // The answer to a change tells it as well.
  const response = await app.send(savePaypal, { body: typedPaypal }, { cookie })
  expect((await answerOf(savePaypal, response)).email.waiting).toEqual(waiting)
})

test('neither what failed for another reason counts, nor what is too old to be sent again', async () => {
  await addMail({ state: 'failed', reason: 'No such mailbox.', waits: false })
  await addMail({ state: 'queued', reason: 'The mail server is busy.', waits: false })
  await addMail({ state: 'failed', daysAgo: 15 })
  expect((await read()).email.waiting).toBeNull()
})

test('another business is told nothing of it', async () => {
  await addMail({})
  const other = await app.signUpAndIn()
  const change = { body: typedEmail }
  const answer = await answerOf(saveEmail, await app.send(saveEmail, change, { cookie: other.cookie }))
  expect(answer.email).toMatchObject({ isConnected: true, waiting: null })
})

test('nothing waits for an account that is switched off or removed', async () => {
  await addMail({})
  const off = await app.send(switchIntegrations, { body: { enabled: false } }, { cookie })
  expect((await answerOf(switchIntegrations, off)).email).toMatchObject({ isConnected: true, waiting: null })
  const on = await app.send(switchIntegrations, { body: { enabled: true } }, { cookie })
  expect((await answerOf(switchIntegrations, on)).email.waiting).toMatchObject({ count: 1 })
  const removed = await app.send(removeIntegration, { params: { name: 'email' } }, { cookie })
  expect((await answerOf(removeIntegration, removed)).email.waiting).toBeNull()
})
