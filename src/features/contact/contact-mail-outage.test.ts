import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '../../../test/support/providers/mail-server.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { retryNow } from '../../platform/mail/deliver-soon.ts'
import { startMailJobs } from '../../platform/mail/mail-jobs.ts'
import { deliverMail } from '../../platform/mail/queue-mail.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { sendContactMessage } from './contract.ts'

const limits = { connection: 1000, greeting: 4000, silence: 4000, mail: 10_000 }
const written = {
  name: 'Test Visitor',
  email: 'visitor@shop.example',
  subject: 'A question',
  message: 'How does it work?',
}

let app: TestApp
/** Where the mail server will be. */
let port: number
let closeTransport: () => void
beforeAll(async () => {
  app = await createTestApp()
  const early = await startMailServer()
  await early.stop()
  port = early.port
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, limits)
  closeTransport = () => transport.close()
  await startMailJobs({ ...app.deps, transport, makeAttachments: async () => [] })
})
afterAll(async () => {
  await app.close()
  closeTransport()
})

const outbox = () =>
  withPlatform(app.database, async ({ client }) => {
    const { rows } = await client.query<{
      id: string
      kind: string
      state: string
      last_error: string | null
    }>('select id, kind, state, last_error from mails order by kind')
    return rows
  })

/** Does not wait until the next try comes by itself. */
const tryAgain = () =>
  withPlatform(app.database, async (tx) => {
    const { rows } = await tx.client.query<{ id: string }>('select id from mails')
    await retryNow(
      tx,
      deliverMail,
      rows.map(({ id }) => id),
    )
  })

async function startSilentServer() {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    sockets,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('while the mail server is down a message is taken at once, and both mails leave once it is back, each once', async () => {
  const response = await app.send(sendContactMessage, { body: written })
  expect(response.status).toBe(204)
  const { rows } = await app.database.platform.query('select message, state from platform.contact_messages')
  expect(rows).toEqual([{ message: written.message, state: 'open' }])
  const refused = 'The email server couldn’t be reached (ECONNREFUSED).'
  const both = (state: string, lastError: string | null) => [
    expect.objectContaining({ kind: 'contact-acknowledgement', state, last_error: lastError }),
    expect.objectContaining({ kind: 'contact-message', state, last_error: lastError }),
  ]
  await expect.poll(outbox).toEqual(both('queued', refused))

  // Worse than none: one that takes the call and says nothing. It keeps nobody waiting either.
  const silent = await startSilentServer()
  // More than once: a try whose refusal is noted may not have quite ended.
  const calls = async () => {
    await tryAgain()
    return silent.sockets.length
  }
  await expect.poll(calls, { interval: 250 }).toBeGreaterThan(0)
  const other = { ...written, email: 'other@shop.example' }
  expect((await app.send(sendContactMessage, { body: other })).status).toBe(204)
  expect(silent.sockets.some(({ destroyed }) => !destroyed)).toBe(true)
  await expect
    .poll(
      async () => {
        await tryAgain()
        return (await outbox()).filter(({ last_error: reason }) => reason === refused)
      },
      { interval: 250 },
    )
    .toEqual([])
  await silent.stop()

  const server = await startMailServer({}, port)
  await expect
    .poll(
      async () => {
        await tryAgain()
        return (await outbox()).map(({ state }) => state)
      },
      { interval: 250 },
    )
    .toEqual(['sent', 'sent', 'sent', 'sent'])
  expect(server.recipients.flat().toSorted()).toEqual([
    'other@shop.example',
    'support@millrace.example',
    'support@millrace.example',
    'visitor@shop.example',
  ])
  const notifications = server.received.filter(({ subject }) => subject === 'Contact message: A question')
  expect(notifications.map(({ replyTo }) => replyTo?.[0]?.address).toSorted()).toEqual([
    other.email,
    written.email,
  ])
  expect(notifications[0]?.text).toContain(written.message)
  await server.stop()
})
