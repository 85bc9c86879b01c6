import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { invoiceGone } from '../../platform/mail/deliver-mail.ts'
import { type NewMail, queueMail } from '../../platform/mail/queue-mail.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { invoiceCancelled } from '../invoices/mail/invoice-objection.ts'
import { reminderObjections } from '../reminders/reminder-objections.ts'
import { getMailSetup, getOutboxMail, listOutbox } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({
    platformMail: { domain: 'millrace.example', smtp: { host: 'smtp.host.example', port: 587 } },
  })
  cookie = (await signUpAdmin(app)).cookie
  businessId = await addBusiness(app.database)
  // Those of signing up are not what this is about.
  await app.database.platform.query('delete from mails')
})
afterAll(() => app.close())

async function addMail(change: Partial<NewMail>, set = 'attempts = 0'): Promise<string> {
  const mail = {
    kind: 'reset-password',
    from: 'Millrace <no-reply@millrace.example>',
    to: 'owner@example.com',
    subject: 'Set a new password',
    html: '<p>the words of the mail</p>',
    text: 'the words of the mail',
    ...change,
  }
  const id = await withPlatform(app.database, (tx) => queueMail(tx, app.deps.jobs, mail))
  await app.database.platform.query(`update mails set ${set} where id = $1`, [id])
  return id
}

async function list(query: RequestOf<typeof listOutbox>['query'] = {}) {
  return answerOf(listOutbox, await app.send(listOutbox, { query }, { cookie }))
}

const failed = `state = 'failed', attempts = 9, last_error = 'No such user.'`

test('each mail with where it goes and what became of it; never what it says', async () => {
  const ofBusiness = {
    kind: 'invoice',
    to: 'client@example.com',
    subject: 'Invoice for secret work',
    businessId,
  }
  const ids = [
    await addMail({}),
    await addMail({}, `attempts = 2, last_error = 'Try later.'`),
    await addMail({ hasSecret: true }, `${failed}, html = null, text = null`),
    await addMail({ ...ofBusiness, onBehalf: true }, failed),
    await addMail({ ...ofBusiness, onBehalf: true, held: true }),
    await addMail({ ...ofBusiness, kind: 'payment-received', subject: 'Secret Client has paid' }),
    await addMail({}, `state = 'sent', attempts = 1, sent_at = now()`),
  ]
  const { mails, next } = await list()
  expect(next).toBeNull()
  expect(mails.map(({ id }) => id)).toEqual(ids.toReversed())
  const own = { subject: 'Set a new password', businessName: null, to: 'owner@example.com' }
  const studio = { subject: null, businessName: 'Studio', to: 'client@example.com', kind: 'invoice' }
  const expected = [
    { ...own, state: 'queued', attempts: 0, lastError: null, canSendAgain: false },
    { ...own, state: 'queued', attempts: 2, lastError: 'Try later.', canSendAgain: true },
    { ...own, state: 'failed', lastError: 'No such user.', canSendAgain: false },
    { ...studio, state: 'failed', attempts: 9, canSendAgain: true },
    { ...studio, state: 'held', lastError: null, canSendAgain: false },
    { subject: null, businessName: null, kind: 'payment-received', state: 'queued' },
    { ...own, state: 'sent', attempts: 1, canSendAgain: false, sentAt: expect.any(String) },
  ]
  expect(mails).toMatchObject(expected.toReversed())
  expect(JSON.stringify(mails)).not.toMatch(/the words|secret/i)

  for (const mail of mails) {
    const params = { id: mail.id }
    expect(await answerOf(getOutboxMail, await app.send(getOutboxMail, { params }, { cookie }))).toEqual(mail)
  }
  const unknown = await app.send(getOutboxMail, { params: { id: businessId } }, { cookie })
  expect(await problemOf(unknown)).toMatchObject({ code: 'NOT_FOUND' })
})

const recipientRefused = 'The email server refused the message: 550 No such user.'
const accountText = 'The email server refused the sender: 550 of smtp.studio.example'

/** Why a mail of the business failed, as the operator reads it. */
async function reasonShown(lastError: string, { waitsForAccount = false } = {}): Promise<string | null> {
  const mail = { kind: 'reminder', to: 'client@example.com', businessId, onBehalf: true }
  const id = await addMail(mail, `state = 'failed', waits_for_account = ${waitsForAccount}`)
  await app.database.platform.query('update mails set last_error = $2 where id = $1', [id, lastError])
  const { lastError: shown } = await answerOf(
    getOutboxMail,
    await app.send(getOutboxMail, { params: { id } }, { cookie }),
  )
  expect((await list()).mails[0]).toMatchObject({ id, lastError: shown })
  return shown
}

test.each([...Object.values(reminderObjections), invoiceGone, invoiceCancelled])(
  'what the books of a business say is not told: %s',
  async (objection) => {
    expect(await reasonShown(objection)).toBe('It was no longer needed.')
  },
)

test("nor what a business's own mail server said; what the product's own did is", async () => {
  expect(await reasonShown(accountText, { waitsForAccount: true })).toBe(
    'The business’s own email account didn’t accept it.',
  )
  expect(await reasonShown(recipientRefused)).toBe(recipientRefused)
})

test('how mail leaves, and how many wait, are held or failed', async () => {
  const { rows } = await app.database.platform.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from mails group by 1',
  )
  const { sent, ...counts } = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  expect(sent).toBe(1)
  expect(await answerOf(getMailSetup, await app.send(getMailSetup, {}, { cookie }))).toEqual({
    domain: 'millrace.example',
    addresses: ['support', 'admin', 'info', 'sales'].map((mailbox) => ({
      mailbox,
      address: `${mailbox}@millrace.example`,
    })),
    from: 'Millrace <no-reply@millrace.example>',
    transport: { kind: 'smtp', host: 'smtp.host.example', port: 587 },
    counts,
  })
})

test('page by page each is met once, also when many were written in the same moment', async () => {
  await app.database.platform.query(
    `insert into mails (kind, from_address, to_address, subject, html, text, state, created_at)
     select 'bulk', 'no-reply@millrace.example', 'client@example.com', 'Hello', 'x', 'x',
       case when n % 2 = 0 then 'sent' else 'failed' end, now() - interval '1 day' - (n / 40) * interval '1 microsecond'
     from generate_series(1, 230) n`,
  )
  for (const state of [undefined, 'failed', 'sent', 'held'] as const) {
    const met: string[] = []
    let after: string | undefined
    do {
      const page = await list({ ...(state && { state }), ...(after !== undefined && { after }) })
      expect(page.mails.length).toBeLessThanOrEqual(50)
      if (state) expect(new Set(page.mails.map((mail) => mail.state))).toEqual(new Set([state]))
      met.push(...page.mails.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    const { rows } = await app.database.platform.query<{ id: string }>(
      'select id from mails where $1::text is null or state = $1 order by created_at desc, id desc',
      [state ?? null],
    )
    expect(met).toEqual(rows.map(({ id }) => id))
  }
})

test.each(['x', Buffer.from("2026-11-05T00:00:00.000000Z ' or true").toString('base64url')])(
  'a place that is none is refused: %s',
  async (after) => {
    const response = await app.send(listOutbox, { query: { after } }, { cookie })
    expect(await problemOf(response)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { after: expect.any(String) },
    })
  },
)
