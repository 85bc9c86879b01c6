import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import net from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { portOf, reply, startMailServer } from '../../../test/support/providers/mail-server.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform } from '../db/transaction.ts'
import { createMailDelivery } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const limits = { connection: 1000, greeting: 1000, silence: 1000, mail: 5000 }
const secretLink = 'https://books.example.com/reset-password#token=s3cr3t-t0k3n'
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})
afterAll(() => testDatabase.drop())

async function startServer(options: SMTPServerOptions = {}, port = 0) {
  const server = await startMailServer(options, port)
  cleanUps.push(server.stop)
  return server
}

/** A server that sends something other than SMTP, or nothing. */
async function startRawServer(talk: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    talk(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}

/** Adds one mail to the outbox and tries to deliver it the given number of times. */
async function prepareMail(
  port: number,
  { account = '127.0.0.1', ...changed }: Partial<typeof limits> & { account?: string } = {},
) {
  const mailId = await withPlatform(database, (tx) =>
    queueMail(
      tx,
      { enqueue: () => Promise.resolve() },
      {
        kind: 'reset-password',
        from: 'Millrace <no-reply@example.com>',
        to: 'owner@example.com',
        replyTo: 'owner@example.com',
        subject: 'Reset your password – now',
        html: `<p>Grüße</p><a href="${secretLink}">Reset</a>`,
        text: `Grüße\n\n${secretLink}\n`,
        hasSecret: true,
      },
    ),
  )
  const transport = createSmtpTransport(`smtp://${account}:${port}`, { ...limits, ...changed })
  cleanUps.push(() => transport.close())
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  const deliver = createMailDelivery({ database, transport, makeAttachments: async () => [], log })
  return {
    mailId,
    lines,
    attempt: () => deliver({ mailId }, { retryCount: 0, isLastTry: false }),
    async read() {
      const [mail] = await withPlatform(database, (tx) =>
        tx.db.select().from(mails).where(eq(mails.id, mailId)),
      )
      return mail
    },
  }
}

test('a mail arrives with both parts, and its secret stays out of the log and the outbox', async () => {
  const server = await startServer()
  const mail = await prepareMail(server.port)
  await mail.attempt()
  expect(server.received).toMatchObject([
    {
      from: { name: 'Millrace', address: 'no-reply@example.com' },
      to: [{ address: 'owner@example.com' }],
      replyTo: [{ address: 'owner@example.com' }],
      subject: 'Reset your password – now',
      messageId: `<${mail.mailId}@example.com>`,
    },
  ])
  expect(server.received[0]?.html).toContain(`<p>Grüße</p><a href="${secretLink}">`)
  expect(server.received[0]?.text).toContain(`Grüße\n\n${secretLink}`)
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 1, html: null, text: null })
  expect(mail.lines.join('')).toContain(mail.mailId)
  expect(mail.lines.join('')).not.toContain('s3cr3t')
})

test('an unknown recipient ends the mail at once, with the words of the server', async () => {
  const server = await startServer({
    onRcptTo: (_address, _session, done) => done(reply(550, '5.1.1 No such user here')),
  })
  const mail = await prepareMail(server.port)
  await mail.attempt()
  expect(await mail.read()).toMatchObject({ state: 'failed', attempts: 1 })
  expect((await mail.read())?.lastError).toMatch(
    /^The email server refused the message: 550 .*No such user here$/,
  )
})

test('a refusal that quotes the secret link is noted without it', async () => {
  const server = await startServer({
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(reply(554, `5.7.1 Bad link ${secretLink} in the message`)))
    },
  })
  const mail = await prepareMail(server.port)
  await mail.attempt()
  expect(await mail.read()).toMatchObject({ state: 'failed' })
  expect((await mail.read())?.lastError).toMatch(/554 .*Bad link \[link\] in the message$/)
  expect(mail.lines.join('')).not.toContain('s3cr3t')
})

test('a mail that is put off waits, counts its tries, and arrives under the same id', async () => {
  const offered: (string | undefined)[] = []
  const take = callbackify(async (stream: Readable) => {
    const { messageId } = await PostalMime.parse(await buffer(stream))
    if (offered.push(messageId) < 3) throw reply(451, '4.3.2 Come back later')
  })
  const server = await startServer({ onData: (stream, _session, done) => take(stream, done) })
  const mail = await prepareMail(server.port)
  for (const attempts of [1, 2]) {
    await expect(mail.attempt()).rejects.toThrow('The email server deferred the message: 451')
    expect(await mail.read()).toMatchObject({ state: 'queued', attempts })
  }
  await mail.attempt()
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 3, lastError: null })
  expect(offered).toEqual(Array.from({ length: 3 }, () => `<${mail.mailId}@example.com>`))
})

test('a sender the server does not accept is tried again: the operator can set it right', async () => {
  const server = await startServer({
    onMailFrom: (_address, _session, done) => done(reply(553, '5.7.1 Sender not allowed')),
  })
  const mail = await prepareMail(server.port)
  await expect(mail.attempt()).rejects.toThrow('The email server refused the sender: 553')
  expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1 })
})

test('refused credentials are tried again and named nowhere', async () => {
  const server = await startServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => done(reply(535, `Wrong: ${username}/${password}`)),
  })
  const mail = await prepareMail(server.port, { account: 'mailer:pa55-w0rd@127.0.0.1' })
  const error: unknown = await mail.attempt().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: 'The email server didn’t accept the username and password.' })
  expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1 })
  pino({ level: 'trace' }, { write: (line) => mail.lines.push(line) }).warn({ err: error }, 'a job failed')
  const output = mail.lines.join('') + JSON.stringify(await mail.read())
  expect(output).not.toContain('pa55-w0rd')
  expect(output).not.toContain('mailer')
})

test('a password leaves this machine over a protected connection or not at all', async () => {
  let signIns = 0
  const server = await startServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      signIns += 1
      done(null, { user: 'mailer' })
    },
  })
  // Leads to this machine too, but its name does not show that.
  const mail = await prepareMail(server.port, { account: 'mailer:pa55-w0rd@0.0.0.0' })
  await expect(mail.attempt()).rejects.toThrow('The email server offered no secure connection (TLS).')
  expect(signIns).toBe(0)
  expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1 })
})

test('a server that is down is tried again and gets the mail when it is back', async () => {
  const first = await startServer()
  await first.stop()
  const mail = await prepareMail(first.port)
  await expect(mail.attempt()).rejects.toThrow('The email server couldn’t be reached (ECONNREFUSED).')
  expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1 })
  const second = await startServer({}, first.port)
  await mail.attempt()
  expect(second.received).toHaveLength(1)
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 2 })
})

describe('a server that stalls ends the try, not the mail', () => {
  const late = 'The email server didn’t answer in time.'

  test('before its greeting', async () => {
    const port = await startRawServer(() => undefined)
    const mail = await prepareMail(port, { greeting: 200 })
    await expect(mail.attempt()).rejects.toThrow(late)
    expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1, lastError: late })
  })

  test('in the middle of a mail, and takes the next try', async () => {
    let stalls = true
    const server = await startServer({
      onRcptTo(_address, _session, done) {
        if (!stalls) done()
      },
    })
    const mail = await prepareMail(server.port, { silence: 200 })
    await expect(mail.attempt()).rejects.toThrow(late)
    stalls = false
    await mail.attempt()
    expect(server.received).toHaveLength(1)
    expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('by an answer that never ends', async () => {
    const port = await startRawServer((socket) => {
      socket.write('220 slow.example.com\r\n')
      const trickle = setInterval(() => socket.write('250-and so on\r\n'), 20)
      socket.on('close', () => clearInterval(trickle))
    })
    const mail = await prepareMail(port, { mail: 300 })
    await expect(mail.attempt()).rejects.toThrow(late)
    await expect(mail.attempt()).rejects.toThrow(late)
    expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 2, lastError: late })
  })
})
