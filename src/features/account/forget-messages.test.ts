import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, answerOf, createTestApp, signUpAdmin } from '../../../test/support/test-app.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { answerContactMessage, listContactMessages, sendContactMessage } from '../contact/contract.ts'
import { forgetMessages } from './delete-account.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

async function write(email: string) {
  const body = { name: 'Test Visitor', email, subject: 'A question', message: `From ${email}` }
  const headers = { 'x-forwarded-for': randomUUID() }
  expect((await app.send(sendContactMessage, { body }, { headers })).status).toBe(204)
}

/** How much is left of an address: messages, answers, mails by their kind. */
async function leftOf(email: string) {
  const { rows } = await owner.query<{ what: string }>(
    `select 'message' as what from platform.contact_messages where email = $1
     union all select 'answer' from platform.contact_replies where body = 'To ' || $1
     union all select kind from mails where to_address = $1 or position('<' || $1 || '>' in reply_to) > 0
     order by what`,
    [email],
  )
  return rows.map(({ what }) => what)
}

test('what somebody wrote goes, with its answers and the mail that told of it, and nobody else’s', async () => {
  const admin = await signUpAdmin(app)
  const [leaving, staying] = ['leaving@visitor.example', 'not-leaving@visitor.example']
  for (const email of [leaving, leaving, staying]) await write(email)
  const { messages } = await answerOf(
    listContactMessages,
    await app.send(listContactMessages, { query: {} }, admin),
  )
  expect(messages).toHaveLength(3)
  for (const { id, email } of messages) {
    const request = { params: { id }, body: { body: `To ${email}`, requestId: randomUUID() } }
    await answerOf(answerContactMessage, await app.send(answerContactMessage, request, admin))
  }
  const ofOne = ['answer', 'contact-acknowledgement', 'contact-answer', 'contact-message', 'message']
  expect(await leftOf(staying)).toEqual(ofOne)

  await withPlatform(app.database, ({ client }) => forgetMessages(client, [leaving, 'other@visitor.example']))
  // Mails to them are not its business.
  const toThem = ['contact-acknowledgement', 'contact-acknowledgement', 'contact-answer', 'contact-answer']
  expect(await leftOf(leaving)).toEqual(toThem)
  expect(await leftOf(staying)).toEqual(ofOne)
})
