import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditInput } from '../../../../test/support/fixtures/credit-notes.ts'
import { clientInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { startMailJobs } from '../../../platform/mail/mail-jobs.ts'
import type { OutgoingMail } from '../../../platform/mail/mail-transport.ts'
import { verifyEmail } from '../../auth/contract.ts'
import { createCreditNote } from '../../credit-notes/contract.ts'
import { emailInvoice, getTimeline } from '../contract.ts'
import { emailPublicInvoice } from '../public/contract.ts'
import { createInvoiceAttachments } from './invoice-attachment.ts'
import { createInvoiceObjection } from './invoice-objection.ts'

let app: TestApp
const delivered: OutgoingMail[] = []

beforeAll(async () => {
  app = await createTestApp({ mailWaitsForVerification: true })
  const { database, jobs, log } = app.deps
  const transport = {
    name: 'recorder',
    async send(mail: OutgoingMail) {
      delivered.push(mail)
    },
    close() {},
  }
  const makeAttachments = createInvoiceAttachments(app.deps)
  const findObjection = createInvoiceObjection({ database })
  await startMailJobs({ jobs, database, transport, makeAttachments, findObjection, log })
})
afterAll(() => app.close())

async function verificationToken(email: string): Promise<string> {
  const received = () => delivered.find((mail) => mail.to === email)?.text
  await expect.poll(received).toBeDefined()
  return /\/verify-email#token=(\S+)/.exec(received() ?? '')?.[1] ?? ''
}

async function statesOf(to: string): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ state: string }>(
    'select state from mails where to_address = $1',
    [to],
  )
  return rows.map(({ state }) => state)
}

test('mail to clients waits until the owner’s address is confirmed, and then leaves once, also when confirmed twice at once', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const to = 'held-client@example.com'
  const invoice = await makeInvoice(app, cookie, {
    client: clientInput({ email: to }),
    sendOption: 'email_now',
  })
  expect(invoice.sentAt).not.toBeNull()
  const again = await app.send(emailInvoice, { params: { id: invoice.id } }, { cookie })
  expect(await answerOf(emailInvoice, again)).toEqual({ to, state: 'held' })
  const fromOutside = await app.send(emailPublicInvoice, { params: { id: invoice.id } })
  expect(await answerOf(emailPublicInvoice, fromOutside)).toEqual({ state: 'held' })
  expect(await statesOf(to)).toEqual(['held', 'held', 'held'])

  // Somebody else's confirmation lets nothing of this business go.
  const stranger = await app.signUp()
  await app.send(verifyEmail, { body: { token: await verificationToken(stranger.email) } })

  const token = await verificationToken(person.email)
  expect(await statesOf(to)).toEqual(['held', 'held', 'held'])
  const answers = await Promise.all([1, 2, 3].map(() => app.send(verifyEmail, { body: { token } })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(() => statesOf(to)).toEqual(['sent', 'sent', 'sent'])
  expect(delivered.filter((mail) => mail.to === to)).toHaveLength(3)
  const { rows } = await app.database.platform.query(
    `select count(*)::int as count from pgboss.job where name = 'release-held-mails' and data ->> 'businessId' = $1`,
    [(await app.signIn(person)).session.business.id],
  )
  expect(rows).toEqual([{ count: 1 }])

  const later = await app.send(emailInvoice, { params: { id: invoice.id } }, { cookie })
  expect(await answerOf(emailInvoice, later)).toEqual({ to, state: 'queued' })
})

test('invoices mailed while the address is being confirmed are neither lost nor held for ever', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const token = await verificationToken(person.email)
  const to = 'racing-client@example.com'
  const client = clientInput({ email: to })
  const mailed = Array.from({ length: 6 }, () =>
    makeInvoice(app, cookie, { client, sendOption: 'email_now' }),
  )
  const confirmed = app.send(verifyEmail, { body: { token } })
  await Promise.all([...mailed, confirmed])
  await expect.poll(() => statesOf(to)).toEqual(Array.from({ length: 6 }, () => 'sent'))
  expect(delivered.filter((mail) => mail.to === to)).toHaveLength(6)
})

test('one that was cancelled meanwhile does not leave, but its credit note does', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const to = 'cancelling-client@example.com'
  const { id } = await makeInvoice(app, cookie, {
    client: clientInput({ email: to }),
    sendOption: 'email_now',
  })
  const body = creditInput({ send: true })
  expect((await app.send(createCreditNote, { params: { id }, body }, { cookie })).status).toBe(200)
  const invoiceMail = async () => {
    const { entries } = await answerOf(
      getTimeline,
      await app.send(getTimeline, { params: { id } }, { cookie }),
    )
    return entries.find(({ mail }) => mail === 'invoice')
  }
  const reason = 'The invoice was canceled before the email could be sent.'
  expect(await statesOf(to)).toEqual(['held', 'held'])
  expect(await invoiceMail()).toMatchObject({ kind: 'mail-failed', reason })

  await app.send(verifyEmail, { body: { token: await verificationToken(person.email) } })
  await expect.poll(async () => (await statesOf(to)).toSorted()).toEqual(['failed', 'sent'])
  expect(delivered.filter((mail) => mail.to === to).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Credit note CN-0001'),
  ])
  expect(await invoiceMail()).toMatchObject({ kind: 'mail-failed', reason })
})
