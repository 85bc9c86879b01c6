import { once } from 'node:events'
import type net from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { type SMTPServerOptions, SMTPServer } from 'smtp-server'

export function portOf(server: net.Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.')
  return address.port
}

/** Starts a mail server on a real socket that stores accepted mails and their recipients. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Email[] = []
  const recipients: string[][] = []
  let next = Promise.withResolvers<void>()
  const keep = callbackify(async (stream: Readable, to: string[]) => {
    received.push(await PostalMime.parse(await buffer(stream)))
    recipients.push(to)
    next.resolve()
    next = Promise.withResolvers()
  })
  /** Waits for a mail without a limit of its own; the timeout of the test ends it. */
  async function arrival(isIt: (mail: Email) => boolean) {
    for (;;) {
      const index = received.findIndex(isIt)
      if (index >= 0) return { mail: received[index]!, recipients: recipients[index]! }
      await next.promise
    }
  }
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData: (stream, { envelope }, done) =>
      keep(
        stream,
        envelope.rcptTo.map(({ address }) => address),
        done,
      ),
    ...options,
  })
  server.on('error', () => undefined)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { received, recipients, arrival, stop, port: portOf(server.server) }
}

/** Returns an error with which a server refuses something. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/**
 * Starts a mail server like one where a business has an account: it requires TLS (STARTTLS, or immediately
 * with `secure`) and a sign-in with `account`, which a test may change.
 */
export async function startAccountServer(
  certificate: { cert: string; key: string },
  options: SMTPServerOptions = {},
) {
  const account = { username: 'owner@shop.example', password: 'pa55-w0rd-of-the-shop' }
  const signIns: string[] = []
  const server = await startMailServer({
    ...certificate,
    disabledCommands: [],
    onAuth({ username = '', password }, _session, done) {
      signIns.push(username)
      if (username === account.username && password === account.password) done(null, { user: username })
      else done(reply(535, `5.7.8 Wrong: ${username}/${password}`))
    },
    ...options,
  })
  return { ...server, account, signIns }
}
