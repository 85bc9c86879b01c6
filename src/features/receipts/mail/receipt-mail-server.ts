import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { type SMTPServerDataStream, type SMTPServerSession, SMTPServer } from 'smtp-server'
import { countUse } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { type ReceiptMailbox, findMailbox, maySend, notAllowed } from './find-mailbox.ts'
import { type ReceiptMailDeps, receiveMessage } from './receive-message.ts'
import { SmtpRefusal, refusalOf } from './smtp-refusal.ts'
import type { Certificate } from './watch-certificate.ts'

export interface ReceiptMailOptions {
  /** The part of the addresses after the @. */
  domain: string
  host: string
  port: number
  /** For STARTTLS. Without one, messages come unencrypted. */
  certificate: Certificate | undefined
  /** A connection ends after this time, whatever it does. */
  lifetimeMs?: number
}

/** A file of 15 MB has 21 MB as text, and some programs send two versions of the text. */
const maxMessageBytes = 25 * 1024 * 1024
const maxConnections = 100
const maxOfOneNetwork = 20
/** Messages that are received and kept at the same time. Each is in memory. */
const maxMessages = 4
const maxWrongRecipients = 10
const idleMs = 60_000
/** How long messages under way may take to finish after the server stops. */
const drainMs = 10_000

interface Connection {
  end: NodeJS.Timeout
  wrongRecipients: number
  mailbox?: ReceiptMailbox
}

/** Receives messages by SMTP and keeps the receipts in them. */
export async function startReceiptMailServer(deps: ReceiptMailDeps, options: ReceiptMailOptions) {
  const { domain, host, port, certificate, lifetimeMs = 10 * 60_000 } = options
  const connections = new WeakMap<SMTPServerSession, Connection>()
  const messages = new Map<SMTPServerSession, Promise<unknown>>()

  async function admit(session: SMTPServerSession): Promise<void> {
    const network = networkOf(session.remoteAddress)
    const alike = [...server.connections].filter((one) => networkOf(one.remoteAddress) === network)
    if (alike.length > maxOfOneNetwork)
      throw new SmtpRefusal(421, 'Too many connections. Please try again later.')
    const key = `receipt-mail:network:${network}`
    await countUse(deps.database, [{ key, max: 600, windowSeconds: 600, refusal: 'Too many connections.' }])
    await renewCertificate()
    const end = setTimeout(() => hangUp(session, 'This connection has been open for too long.'), lifetimeMs)
    connections.set(session, { end: end.unref(), wrongRecipients: 0 })
  }

  async function renewCertificate(): Promise<void> {
    try {
      const renewed = await certificate?.readIfChanged()
      if (renewed) server.updateSecureContext(renewed)
    } catch (err) {
      deps.log.warn({ err }, 'the new certificate for email cannot be used; the one before stays in use')
    }
  }

  function hangUp(session: SMTPServerSession, sentence: string): void {
    for (const one of server.connections) if (one.session === session) one.send(421, sentence)
  }

  async function checkRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const connection = connections.get(session)!
    const { mailFrom } = session.envelope
    try {
      const mailbox = await findMailbox({ ...deps, domain }, address)
      if (!mailFrom || !maySend(mailbox, mailFrom.address)) throw notAllowed()
      connection.mailbox = mailbox
    } catch (error) {
      connection.wrongRecipients += 1
      if (connection.wrongRecipients < maxWrongRecipients) throw error
      throw new SmtpRefusal(421, 'Too many addresses were refused.')
    }
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    if (messages.size > maxMessages) throw new SmtpRefusal(451, 'Many messages are arriving right now.')
    const { mailbox } = connections.get(session)!
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      if (stream.sizeExceeded) chunks.length = 0
      else chunks.push(chunk as Buffer)
    }
    if (stream.sizeExceeded) throw new SmtpRefusal(552, 'This message is larger than 25 MB.')
    const count = await receiveMessage(deps, mailbox!, Buffer.concat(chunks))
    deps.log.info({ businessId: mailbox!.businessId, count }, 'receipts came by email')
  }

  /** Calls back when the work is done, with a refusal if it failed. */
  const answer = callbackify(async (work: Promise<void>) => {
    try {
      await work
    } catch (err) {
      const refusal = refusalOf(err)
      if (refusal) deps.log.debug({ reason: refusal.message }, 'a receipt by email was refused')
      else deps.log.error({ err }, 'a message with receipts could not be kept')
      throw refusal ?? new SmtpRefusal(451, 'Something went wrong here. Please try again later.')
    }
  })

  const server = new SMTPServer({
    name: domain,
    logger: false,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', ...(certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: maxConnections,
    // A message has one answer, which has to be right for every recipient.
    maxRecipients: 1,
    maxCommandLength: 4096,
    socketTimeout: idleMs,
    closeTimeout: drainMs,
    ...certificate?.pems,
    onConnect: (session, done) =>
      // Before the greeting there is one code for "try again".
      answer(admit(session), (error) => done(error && new SmtpRefusal(421, error.message))),
    onRcptTo: ({ address }, session, done) => answer(checkRecipient(address, session), done),
    onData(stream, session, done) {
      const work = Promise.resolve().then(() => receive(stream, session))
      messages.set(session, work)
      answer(
        work.finally(() => messages.delete(session)),
        done,
      )
    },
    onClose: (session) => clearTimeout(connections.get(session)?.end),
  })
  // Broken connections; senders try again.
  server.on('error', (err) => deps.log.debug({ err }, 'a connection with receipts broke'))
  const listening = server.listen(port, host)
  await once(listening, 'listening')

  return {
    /** The actual port, if port 0 was requested. */
    port: (listening.address() as AddressInfo).port,
    /** Messages under way may finish. */
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const { session } of server.connections)
        if (!messages.has(session)) hangUp(session, 'This server is stopping. Please try again later.')
      await closed
      await Promise.allSettled(messages.values())
    },
  }
}
