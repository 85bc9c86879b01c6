import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { mails } from '../db/tables/mails.ts'
import { withPlatform } from '../db/transaction.ts'
import { createMailDelivery } from './deliver-mail.ts'
import { MailTransportError } from './mail-transport.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'
import type { NewMail } from './queue-mail.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const secretLink = 'https://books.example.com/reset-password#token=s3cr3t-t0k3n'
const firstTry = { retryCount: 0, isLastTry: false }
const lastTry = { retryCount: 8, isLastTry: true }

afterAll(() => testDatabase.drop())

async function addMail(change: Partial<NewMail> = {}): Promise<string> {
  const mail = {
    kind: 'reset-password',
    from: 'Millrace <no-reply@example.com>',
    to: 'owner@example.com',
    subject: 'Reset your password',
    html: `<a href="${secretLink}">Reset</a>`,
    text: secretLink,
    ...change,
  }
  return withPlatform(database, (tx) => queueMail(tx, { enqueue: () => Promise.resolve() }, mail))
}

async function readMail(id: string) {
  const [mail] = await withPlatform(database, (tx) => tx.db.select().from(mails).where(eq(mails.id, id)))
  return mail
}

/** A delivery whose transport fails with the given errors, one a try, and then works. */
function deliveryWith(...errors: Error[]) {
  const sent: OutgoingMail[] = []
  const lines: string[] = []
  const transport: MailTransport = {
    name: 'recorder',
    async send(mail) {
      const error = errors.shift()
      if (error) throw error
      sent.push(mail)
    },
    close() {},
  }
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  return { deliver: createMailDelivery({ database, transport, log }), sent, lines }
}

test('a sent mail is marked so, with when and after how many tries, and keeps its bodies', async () => {
  const mailId = await addMail({ replyTo: 'owner@example.com' })
  const { deliver, sent } = deliveryWith()
  await deliver({ mailId }, firstTry)
  expect(sent).toEqual([
    {
      id: mailId,
      from: 'Millrace <no-reply@example.com>',
      to: 'owner@example.com',
      replyTo: 'owner@example.com',
      subject: 'Reset your password',
      html: `<a href="${secretLink}">Reset</a>`,
      text: secretLink,
    },
  ])
  const mail = await readMail(mailId)
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, lastError: null, text: secretLink })
  expect(mail?.sentAt).toBeInstanceOf(Date)
})

test('a secret mail loses its bodies once sent, and its secret never reaches the log', async () => {
  const mailId = await addMail({ hasSecret: true })
  const { deliver, lines } = deliveryWith()
  await deliver({ mailId }, firstTry)
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', html: null, text: null })
  expect(lines.join('')).toContain(mailId)
  expect(lines.join('')).not.toContain('s3cr3t-t0k3n')
})

test('a secret mail keeps its bodies while it waits, and loses them when it is given up', async () => {
  const mailId = await addMail({ hasSecret: true })
  const down = new MailTransportError('The mail server is down.', { permanent: false })
  const { deliver } = deliveryWith(down, down)
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('The mail server is down.')
  expect(await readMail(mailId)).toMatchObject({ state: 'queued', text: secretLink })
  await expect(deliver({ mailId }, lastTry)).rejects.toThrow('The mail server is down.')
  expect(await readMail(mailId)).toMatchObject({ state: 'failed', attempts: 2, html: null, text: null })
})

test('a passing failure is counted and thrown, so that the job tries again, and forgotten after success', async () => {
  const mailId = await addMail()
  const { deliver, sent } = deliveryWith(new MailTransportError('Later, please.', { permanent: false }))
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('Later, please.')
  expect(await readMail(mailId)).toMatchObject({
    state: 'queued',
    attempts: 1,
    lastError: 'Later, please.',
    sentAt: null,
  })
  await deliver({ mailId }, firstTry)
  expect(sent).toHaveLength(1)
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
})

test('a lasting refusal ends the mail at once and does not ask for another try', async () => {
  const mailId = await addMail()
  const { deliver, sent, lines } = deliveryWith(new MailTransportError('No such user.', { permanent: true }))
  await deliver({ mailId }, firstTry)
  expect(await readMail(mailId)).toMatchObject({ state: 'failed', attempts: 1, lastError: 'No such user.' })
  expect(lines.join('')).toContain('No such user.')
  await deliver({ mailId }, firstTry)
  expect(sent).toEqual([])
})

test('an unexpected error is thrown on, and its details are kept out of the outbox', async () => {
  const mailId = await addMail()
  const { deliver } = deliveryWith(new TypeError('internals'))
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('internals')
  const mail = await readMail(mailId)
  expect(mail).toMatchObject({ state: 'queued', attempts: 1 })
  expect(mail?.lastError).toBe('The mail could not be sent because of an unexpected error.')
})

test('a mail that was sent already, or is gone, is left alone', async () => {
  const mailId = await addMail()
  const { deliver, sent } = deliveryWith()
  await deliver({ mailId }, firstTry)
  await deliver({ mailId }, firstTry)
  await deliver({ mailId: crypto.randomUUID() }, firstTry)
  expect(sent).toHaveLength(1)
  expect(await readMail(mailId)).toMatchObject({ attempts: 1 })
})

test('a slow run that fails does not undo the success of a faster one', async () => {
  const mailId = await addMail()
  const fast = deliveryWith()
  const log = pino({ level: 'silent' })
  const slow = createMailDelivery({
    database,
    log,
    transport: {
      name: 'slow',
      async send() {
        await fast.deliver({ mailId }, firstTry)
        throw new MailTransportError('Too late.', { permanent: false })
      },
      close() {},
    },
  })
  await expect(slow({ mailId }, lastTry)).rejects.toThrow('Too late.')
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', attempts: 1, lastError: null })
})

test('no database connection is held while the mail is on its way', async () => {
  const mailId = await addMail()
  const { platform } = database
  let held: number | undefined
  const transport: MailTransport = {
    name: 'watcher',
    async send() {
      held = platform.totalCount - platform.idleCount
    },
    close() {},
  }
  await createMailDelivery({ database, transport, log: pino({ level: 'silent' }) })({ mailId }, firstTry)
  expect(held).toBe(0)
})
