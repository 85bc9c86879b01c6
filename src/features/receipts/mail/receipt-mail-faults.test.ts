import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  addReceiver,
  deliver,
  listKept,
  photo,
  receiptDomain,
  startTestMail,
} from '../../../../test/support/fixtures/receipt-mail.ts'
import { makeAuthority } from '../../../../test/support/providers/certificates.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { watchCertificate } from './watch-certificate.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ receiptMail: { domain: receiptDomain } })
})
afterAll(() => app.close())

/** The file store, with something before each write. */
function storeWith(beforePut: () => Promise<void>): { files: FileStore } {
  const put: FileStore['put'] = async (key, bytes) => {
    await beforePut()
    await app.deps.files.put(key, bytes)
  }
  return { files: { ...app.deps.files, put } }
}

test('while files cannot be stored the sender is asked to try again, and then nothing is missing or there twice', async () => {
  const owner = await addReceiver(app)
  let puts = 0
  const failing = storeWith(async () => {
    puts += 1
    if (puts === 2) throw new Error('disk full')
  })
  const server = await startTestMail(app, { deps: failing })
  try {
    const message = {
      from: owner.email,
      to: owner.address,
      messageId: '<one@here.example>',
      attachments: [await photo(), await photo()],
    }
    expect(await deliver(server.port, message)).toBe('451 Something went wrong here. Please try again later.')
    expect(await deliver(server.port, message)).toMatch(/^250 /)
    expect(await listKept(app, owner.businessId)).toHaveLength(2)
  } finally {
    await server.close()
  }
})

test('a stop lets the message under way finish, and hangs up on whoever is only connected', async () => {
  const owner = await addReceiver(app)
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting = storeWith(() => {
    reached.resolve()
    return gate.promise
  })
  const server = await startTestMail(app, { deps: waiting })
  const idle = createConnection(server.port, '127.0.0.1')
  await once(idle, 'data')
  const heard = buffer(idle)
  const answer = deliver(server.port, { from: owner.email, to: owner.address, attachments: [await photo()] })
  await reached.promise
  const closed = server.close()
  expect((await heard).toString()).toBe('421 This server is stopping. Please try again later.\r\n')
  const late = createConnection(server.port, '127.0.0.1')
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  gate.resolve()
  expect(await answer).toMatch(/^250 /)
  await closed
  expect(await listKept(app, owner.businessId)).toHaveLength(1)
})

test('a fifth message at once is put off, and so is a connection too many from one network', async () => {
  const owner = await addReceiver(app)
  const gate = Promise.withResolvers<void>()
  let reached = 0
  const waiting = storeWith(() => {
    reached += 1
    return gate.promise
  })
  const server = await startTestMail(app, { deps: waiting })
  const send = async () =>
    deliver(server.port, { from: owner.email, to: owner.address, attachments: [await photo()] })
  const first = Array.from({ length: 4 }, send)
  await eventually(() => expect(reached).toBe(4))
  expect(await send()).toBe('451 Many messages are arriving right now.')
  const greetings = Array.from({ length: 21 }, async () => {
    const [line] = (await once(createConnection(server.port, '127.0.0.1'), 'data')) as [Buffer]
    return line.toString()
  })
  expect(await Promise.all(greetings)).toContain('421 Too many connections. Please try again later.\r\n')
  gate.resolve()
  expect(await Promise.all(first)).toEqual(Array(4).fill(expect.stringMatching(/^250 /)))
  await server.close()
})

test('a connection does not stay open for ever', async () => {
  const server = await startTestMail(app, { lifetimeMs: 1 })
  const heard = await buffer(createConnection(server.port, '127.0.0.1'))
  expect(heard.toString()).toMatch(/421 This connection has been open for too long\.\r\n$/)
  await server.close()
})

test('a sender who goes away in the middle of a message leaves nothing behind', async () => {
  const owner = await addReceiver(app)
  const server = await startTestMail(app)
  const lines = ['HELO here', `MAIL FROM:<${owner.email}>`, `RCPT TO:<${owner.address}>`, 'DATA', 'From: x']
  const socket = createConnection(server.port, '127.0.0.1')
  for (const line of lines) {
    await once(socket, 'data')
    socket.write(`${line}\r\n`)
  }
  socket.destroy()
  await eventually(async () => {
    const attachments = [await photo()]
    const message = { from: owner.email, to: owner.address, attachments }
    expect(await deliver(server.port, message)).toMatch(/^250 /)
  })
  await server.close()
  expect(await listKept(app, owner.businessId)).toHaveLength(1)
})

test('with a certificate messages come encrypted, and a renewed one is used without a restart', async () => {
  const owner = await addReceiver(app)
  const folder = await mkdtemp(join(tmpdir(), 'millrace-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const authorities = [makeAuthority('First'), makeAuthority('Second')]
  const issue = async (authority: ReturnType<typeof makeAuthority>) => {
    const { cert, key } = authority.issue([receiptDomain])
    await writeFile(files.cert, cert)
    await writeFile(files.key, key)
  }
  const [first, second] = authorities.map((authority) => ({ authority, ca: authority.ca }))
  await issue(first!.authority)
  const server = await startTestMail(app, { certificate: await watchCertificate(files) })
  try {
    const message = async () => ({ from: owner.email, to: owner.address, attachments: [await photo()] })
    expect(await deliver(server.port, await message(), { ca: first!.ca })).toMatch(/^250 /)
    // Half written: the one before stays in use.
    await writeFile(files.cert, second!.authority.issue([receiptDomain]).cert)
    expect(await deliver(server.port, await message(), { ca: first!.ca })).toMatch(/^250 /)
    await issue(second!.authority)
    expect(await deliver(server.port, await message(), { ca: second!.ca })).toMatch(/^250 /)
    await expect(deliver(server.port, await message(), { ca: first!.ca })).rejects.toThrow(/certificate/)
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
})
