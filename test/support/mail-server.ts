import { once } from 'node:events'
import type net from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

export function portOf(server: net.Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.')
  return address.port
}

/** A mail server on a real socket that keeps what it accepted, and to whom each mail was addressed. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Email[] = []
  const recipients: string[][] = []
  const keep = callbackify(async (stream: Readable, to: string[]) => {
    received.push(await PostalMime.parse(await buffer(stream)))
    recipients.push(to)
  })
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
  return { received, recipients, stop, port: portOf(server.server) }
}
