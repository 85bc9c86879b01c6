import { once } from 'node:events'
import net from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { makeAuthority } from '../../../test/support/providers/certificates.ts'
import {
  portOf,
  reply,
  startAccountServer,
  startMailServer,
} from '../../../test/support/providers/mail-server.ts'
import { connectToHost } from '../net/connect-to-host.ts'
import { type MailAccountOptions, checkMailAccount, createAccountTransport } from './account-transport.ts'
import { MailTransportError } from './mail-transport.ts'

const authority = makeAuthority()
const certificate = authority.issue(['localhost'])
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function startServer(options: SMTPServerOptions = {}, served = certificate) {
  const server = await startAccountServer(served, options)
  cleanUps.push(server.stop)
  return { ...server, account: { host: 'localhost', port: server.port, ...server.account } }
}

async function startRawServer(talk: (socket: net.Socket) => void): Promise<number> {
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

const mail = {
  id: '8a7d6f4e-0000-4000-8000-000000000000',
  from: '"The Shop" <owner@shop.example>',
  to: 'client@example.com',
  replyTo: null,
  subject: 'Invoice 1A2B3C4D',
  html: '<p>Grüße</p>',
  text: 'Grüße',
  attachments: [],
}
const trusting = { allowPrivateAddresses: true, ca: authority.ca }
const limits = { connection: 2000, greeting: 2000, silence: 2000, mail: 5000 }
type Account = Parameters<typeof createAccountTransport>[0]

/** Sending with an account and testing it report the same. */
async function failureOf(account: Account, options: Partial<MailAccountOptions> = {}) {
  const used = { ...trusting, ...options }
  const error: unknown = await createAccountTransport(account, used)
    .send(mail)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof MailTransportError)) throw new Error(`failed otherwise: ${String(error)}`)
  expect(await checkMailAccount(account, used)).toEqual({ ok: false, message: error.message })
  return { message: error.message, permanent: error.permanent, isAccountFault: error.isAccountFault }
}

const fault = (message: string) => ({ message, permanent: false, isAccountFault: true })

test('a mail leaves over STARTTLS after signing in', async () => {
  const server = await startServer()
  await createAccountTransport(server.account, trusting).send(mail)
  expect(server.signIns).toEqual(['owner@shop.example'])
  expect(server.received).toMatchObject([
    { from: { name: 'The Shop', address: 'owner@shop.example' }, subject: 'Invoice 1A2B3C4D' },
  ])
  expect(server.recipients).toEqual([['client@example.com']])
})

test('testing signs in and sends nothing', async () => {
  const server = await startServer()
  expect(await checkMailAccount(server.account, trusting)).toEqual({
    ok: true,
    message: 'Signed in to localhost as owner@shop.example. Nothing was sent.',
  })
  expect(server.signIns).toEqual(['owner@shop.example'])
  expect(server.received).toEqual([])
})

test('at port 465 TLS is spoken from the first byte', async () => {
  const server = await startServer({ secure: true })
  // The real port needs rights that a test does not have.
  const reach: typeof connectToHost = (options) => connectToHost({ ...options, port: server.port })
  const account = { ...server.account, port: 465 }
  await createAccountTransport(account, { ...trusting, reach }).send(mail)
  expect(server.received).toHaveLength(1)
  expect(await checkMailAccount(account, { ...trusting, reach })).toMatchObject({ ok: true })
  const plain = await startServer()
  const led: typeof connectToHost = (options) => connectToHost({ ...options, port: plain.port })
  expect(await failureOf(account, { reach: led })).toEqual(
    fault('The email server offered no secure connection (TLS).'),
  )
  expect(plain.signIns).toEqual([])
})

describe('the account is at fault', () => {
  test('when the password is wrong, which is repeated nowhere', async () => {
    const server = await startServer()
    const account = { ...server.account, password: 'wr0ng' }
    expect(await failureOf(account)).toEqual(
      fault('The email server didn’t accept the username and password.'),
    )
    expect(server.received).toEqual([])
  })

  test.each([
    [534, 'The email server didn’t accept the username and password. It requires an app password.'],
    [454, 'The email server isn’t accepting sign-ins right now.'],
  ])('when the sign-in is refused with %i', async (code, message) => {
    const server = await startServer({ onAuth: (_auth, _session, done) => done(reply(code, 'No')) })
    expect(await failureOf(server.account)).toEqual(fault(message))
  })

  test('when the server offers no sign-in: nothing is handed to it unnamed', async () => {
    const server = await startServer({ disabledCommands: ['AUTH'] })
    expect(await failureOf(server.account)).toEqual(
      fault('The email server didn’t accept the username and password.'),
    )
    expect(server.received).toEqual([])
  })

  test('when the server offers no TLS: the password is not sent', async () => {
    let received = ''
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        received += password
        done(null, { user: 'anybody' })
      },
    })
    cleanUps.push(server.stop)
    const account = { host: 'localhost', port: server.port, username: 'owner', password: 'pa55' }
    expect(await failureOf(account)).toEqual(fault('The email server offered no secure connection (TLS).'))
    expect(received).toBe('')
    expect(server.received).toEqual([])
  })

  test.each([
    ['of an unknown authority', makeAuthority('Other').issue(['localhost']), 'isn’t trusted.'],
    ['for another name', authority.issue(['mail.example']), 'is for another server name.'],
    ['that is over', authority.issue(['localhost'], { isExpired: true }), 'has expired.'],
  ])('when it has a certificate %s: the password is not sent', async (_what, served, words) => {
    const server = await startServer({}, served)
    expect(await failureOf(server.account)).toEqual(fault(`The email server’s certificate ${words}`))
    expect(server.signIns).toEqual([])
  })

  test('when nobody listens', async () => {
    const server = await startServer()
    await server.stop()
    expect(await failureOf(server.account)).toEqual(
      fault(`The email server at localhost refused the connection on port ${server.port}.`),
    )
  })

  test('when there is no such server', async () => {
    const reach: typeof connectToHost = (options) =>
      connectToHost({
        ...options,
        lookup: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
      })
    const account = { host: 'smtp.gmial.com', port: 587, username: 'owner', password: 'pa55' }
    expect(await failureOf(account, { reach })).toEqual(fault('There’s no server called smtp.gmial.com.'))
  })

  test('when the server is in a private network, unless the operator allows it', async () => {
    const server = await startServer()
    expect(await failureOf(server.account, { allowPrivateAddresses: false })).toEqual(
      fault('localhost leads to a private network, which isn’t allowed here.'),
    )
    expect(server.signIns).toEqual([])
    expect(await checkMailAccount(server.account, trusting)).toMatchObject({ ok: true })
  })

  test('when its server refuses the sender', async () => {
    const server = await startServer({
      onMailFrom: (_address, _session, done) => done(reply(553, '5.7.1 Not your address')),
    })
    const sent = createAccountTransport(server.account, trusting).send(mail)
    await expect(sent).rejects.toMatchObject({
      message: expect.stringMatching(/^The email server refused the sender: 553 .*Not your address$/),
      permanent: false,
      isAccountFault: true,
    })
  })

  test.each([
    [
      'with the recipient, as Postfix does',
      {
        onRcptTo: (_to, _session, done) =>
          done(reply(553, '5.7.1 <owner@shop.example>: Sender address rejected: not owned by user owner')),
      },
    ],
    [
      'after the mail, as Exchange does',
      {
        onData(stream, _session, done) {
          stream.resume().on('end', () => {
            done(reply(550, '5.7.60 SMTP; Client does not have permissions to send as this sender'))
          })
        },
      },
    ],
  ] as [string, SMTPServerOptions][])('when its server refuses the sender %s', async (_when, options) => {
    const server = await startServer(options)
    const sent = createAccountTransport(server.account, trusting).send(mail)
    await expect(sent).rejects.toMatchObject({
      message: expect.stringMatching(/^The email server refused the sender: 55/),
      permanent: false,
      isAccountFault: true,
    })
  })
})

describe('the mail is at fault', () => {
  test.each([
    [550, '5.1.1 No such user', true, /^The email server refused the message: 550 .*No such user$/],
    [451, '4.3.2 Later', false, /^The email server deferred the message: 451 .*Later$/],
  ])('when its recipient is answered with %i', async (code, words, permanent, message) => {
    const server = await startServer({ onRcptTo: (_to, _session, done) => done(reply(code, words)) })
    const sent = createAccountTransport(server.account, trusting).send(mail)
    await expect(sent).rejects.toMatchObject({
      message: expect.stringMatching(message),
      permanent,
      isAccountFault: false,
    })
  })
})

test('what a server says is kept without characters that no database keeps', async () => {
  const server = await startServer({
    onRcptTo: (_to, _session, done) => done(reply(550, '5.1.1 No\0such\u001b user')),
  })
  await expect(createAccountTransport(server.account, trusting).send(mail)).rejects.toMatchObject({
    message: 'The email server refused the message: 550 5.1.1 No such user',
  })
})

describe('a server that stalls ends the try', () => {
  const late = fault('The email server didn’t answer in time.')
  const account = (port: number) => ({ host: 'localhost', port, username: 'owner', password: 'pa55' })

  test('before its greeting', async () => {
    const port = await startRawServer(() => undefined)
    expect(await failureOf(account(port), { limits: { ...limits, greeting: 200 } })).toEqual(late)
  })

  test('while TLS is being agreed on', async () => {
    const port = await startRawServer((socket) => {
      socket.write('220 slow.example\r\n')
      socket.on('data', (data) => {
        const command = data.toString()
        if (command.startsWith('EHLO')) socket.write('250-slow.example\r\n250 STARTTLS\r\n')
        if (command.startsWith('STARTTLS')) socket.write('220 Go ahead\r\n')
      })
    })
    expect(await failureOf(account(port), { limits: { ...limits, greeting: 300 } })).toEqual(late)
    expect(await failureOf(account(port), { limits: { ...limits, mail: 300 } })).toEqual(late)
  })

  test('during the sign-in', async () => {
    const server = await startServer({ onAuth: () => undefined })
    expect(await failureOf(server.account, { limits: { ...limits, silence: 300 } })).toEqual(late)
    expect(await failureOf(server.account, { limits: { ...limits, mail: 300 } })).toEqual(late)
  })

  test('by an answer that never ends', async () => {
    const port = await startRawServer((socket) => {
      socket.write('220 slow.example\r\n')
      const trickle = setInterval(() => socket.write('250-and so on\r\n'), 20)
      socket.on('close', () => clearInterval(trickle))
    })
    expect(await failureOf(account(port), { limits: { ...limits, mail: 300 } })).toEqual(late)
  })

  test('while the name is looked up', async () => {
    const reach: typeof connectToHost = (options) =>
      connectToHost({ ...options, lookup: () => new Promise(() => undefined) })
    expect(await failureOf(account(25), { reach, limits: { ...limits, connection: 200 } })).toEqual(late)
  })
})
