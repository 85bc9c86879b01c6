import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNoise, makePicture } from '../../../../test/support/fixtures/images.ts'
import { asOwner, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import {
  addReceiver,
  deliver,
  listKept,
  photo,
  receiptDomain,
  startTestMail,
} from '../../../../test/support/fixtures/receipt-mail.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import * as contract from '../contract.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
type Receiver = Awaited<ReturnType<typeof addReceiver>>

let app: TestApp
let server: Awaited<ReturnType<typeof startTestMail>>
beforeAll(async () => {
  app = await createTestApp({ receiptMail: { domain: receiptDomain } })
  server = await startTestMail(app)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** Sends a message of the owner, unless told otherwise. */
const send = ({ email, address }: Receiver, message: SendMailOptions = {}) =>
  deliver(server.port, { from: email, to: address, subject: 'Lunch', ...message })

async function saveSenders({ cookie }: Receiver, senders: string[]) {
  const body = { senders, keepsLocation: false, missingFromMinor: null }
  const response = await app.send(contract.saveReceiptSettings, { body }, { cookie })
  await answerOf(contract.saveReceiptSettings, response)
}

test('a message with a photo and a PDF becomes two receipts of that business, with their sender', async () => {
  const [owner, other] = [await addReceiver(app), await addReceiver(app)]
  const attachments = [await photo(), { filename: 'taxi.pdf', content: pdf }]
  expect(await send(owner, { to: owner.address.toUpperCase(), attachments })).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toEqual([
    { file: 'lunch.jpg', source: 'email', sender: owner.email, type: 'image/jpeg' },
    { file: 'taxi.pdf', source: 'email', sender: owner.email, type: 'application/pdf' },
  ])
  expect(await listKept(app, other.businessId)).toEqual([])
})

test('a message that is delivered again, also at the same time, is kept once; another one with its id is not lost', async () => {
  const owner = await addReceiver(app)
  const message = { messageId: '<scan@device.example>', attachments: [await photo(), await photo()] }
  const answers = await Promise.all([send(owner, message), send(owner, message)])
  expect([...answers, await send(owner, message)]).toEqual(Array(3).fill(expect.stringMatching(/^250 /)))
  expect(await listKept(app, owner.businessId)).toHaveLength(2)
  const content = await makePicture('jpeg', { width: 301 })
  expect(await send(owner, { ...message, attachments: [{ filename: 'next.jpg', content }] })).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toHaveLength(3)
})

test('senders on the list may send, however their address is written; all others are refused in words', async () => {
  const owner = await addReceiver(app)
  await saveSenders(owner, ['Bookkeeper@Office.example'])
  const attachments = [await photo()]
  const from = (header: string, envelope = header) =>
    send(owner, { from: header, envelope: { from: envelope, to: owner.address }, attachments })
  const refused = /^550 This sender may not send receipts to this address\./
  expect(await from('stranger@office.example')).toMatch(refused)
  // Forged in one place only.
  expect(await from('stranger@office.example', owner.email)).toMatch(refused)
  expect(await from(owner.email, 'stranger@office.example')).toMatch(refused)
  expect(await from(`${owner.email}, stranger@office.example`, owner.email)).toMatch(refused)
  // Bounces and automatic answers.
  expect(await send(owner, { envelope: { from: '', to: owner.address }, attachments })).toMatch(refused)
  expect(await listKept(app, owner.businessId)).toEqual([])
  expect(await from('"The books" <Bookkeeper@OFFICE.example>')).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toMatchObject([{ sender: 'Bookkeeper@office.example' }])
})

test('two From headers are as good as none', async () => {
  const owner = await addReceiver(app)
  const raw = `From: ${owner.email}\r\nFrom: x@y.example\r\nContent-Type: application/pdf\r\n\r\n${pdf.toString()}`
  expect(await send(owner, { raw, envelope: { from: owner.email, to: owner.address } })).toMatch(/^550 /)
  expect(await listKept(app, owner.businessId)).toEqual([])
})

test('whatever is no address here gets one and the same answer', async () => {
  const owner = await addReceiver(app)
  const made = await app.send(contract.makeReceiptAddress, {}, { cookie: owner.cookie })
  const { address } = await answerOf(contract.makeReceiptAddress, made)
  const [name] = address!.split('@')
  for (const to of [
    owner.address,
    `${name}@elsewhere.example`,
    `${name}x@${receiptDomain}`,
    `a@${receiptDomain}`,
  ]) {
    expect(await send(owner, { to, attachments: [await photo()] })).toBe('550 This address does not exist.')
  }
  expect(await send(owner, { to: address!, attachments: [await photo()] })).toMatch(/^250 /)
})

test('on Free a message is refused with the reason, and of a suspended business nothing is said', async () => {
  const owner = await addReceiver(app)
  await setPlan(app, owner.businessId, 'free')
  expect(await send(owner, { attachments: [await photo()] })).toMatch(
    /^550 Receipts are part of the Pro plan/,
  )
  await setPlan(app, owner.businessId, 'pro')
  await asOwner(
    app,
    'businesses',
    `update businesses set suspended_at = now() where id = '${owner.businessId}'`,
  )
  expect(await send(owner, { attachments: [await photo()] })).toBe('550 This address does not exist.')
  expect(await listKept(app, owner.businessId)).toEqual([])
})

test('a message without a picture or PDF is refused: texts, archives, messages inside of it, logos in its text', async () => {
  const owner = await addReceiver(app)
  const logo = {
    filename: 'logo.png',
    cid: 'logo',
    content: await makePicture('png', { width: 20, height: 20 }),
  }
  const inner = `Content-Type: application/pdf\r\n\r\n${pdf.toString()}`
  const wrong: SendMailOptions[] = [
    { text: 'Please find it below.' },
    { attachments: [{ filename: 'receipt.pdf', content: 'no PDF at all' }] },
    { attachments: [{ filename: 'receipts.zip', content: Buffer.from('PK\u0003\u0004 and so on') }] },
    { attachments: [{ filename: 'old.eml', contentType: 'message/rfc822', content: inner }] },
    { html: '<p>Hello <img src="cid:logo"></p>', attachments: [logo] },
  ]
  for (const message of wrong)
    expect(await send(owner, message)).toBe('554 This message has no picture or PDF.')
  const inText = { ...logo, content: await makeNoise('jpeg', 200, 200) }
  expect(inText.content.length).toBeGreaterThan(10 * 1024)
  expect(await send(owner, { html: '<img src="cid:logo">', attachments: [inText, logo] })).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toHaveLength(1)
})

test('more than ten files, a file above 15 MB and a message above 25 MB are refused whole', async () => {
  const owner = await addReceiver(app)
  const attachments = Array.from({ length: 11 }, (_, n) => ({ filename: `${n}.pdf`, content: pdf }))
  expect(await send(owner, { attachments })).toMatch(/^554 This message has more than 10 /)
  const large = Buffer.concat([pdf, Buffer.alloc(15 * 1024 * 1024)])
  const [small] = attachments
  expect(await send(owner, { attachments: [small!, { filename: 'large.pdf', content: large }] })).toMatch(
    /^552 This file is larger than 15 MB\./,
  )
  const huge = Buffer.alloc(20 * 1024 * 1024)
  expect(await send(owner, { attachments: [small!, { filename: 'huge', content: huge }] })).toBe(
    '552 This message is larger than 25 MB.',
  )
  expect(await listKept(app, owner.businessId)).toEqual([])
  expect(await send(owner, { attachments: attachments.slice(1) })).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toHaveLength(10)
})

const nested = Array.from(
  { length: 60 },
  (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
)
test.each([
  ['parts within parts within parts', nested.join('')],
  ['headers without end', `${'X-Long: x\r\n'.repeat(40_000)}\r\nHello`],
  ['parts that never come', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nHello'],
  ['base64 that is none', 'Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n§$%&/()=?'],
  ['bytes of no kind', '\u0000\u00ff\r\n\u0007'],
])('a message of %s is refused for good, and the next one is kept', async (_what, rest) => {
  const owner = await addReceiver(app)
  const envelope = { from: owner.email, to: owner.address }
  expect(await send(owner, { raw: `From: ${owner.email}\r\n${rest}`, envelope })).toMatch(/^55[04] /)
  expect(await send(owner, { attachments: [await photo()] })).toMatch(/^250 /)
  expect(await listKept(app, owner.businessId)).toHaveLength(1)
})

test('limits by business, day and network are answered so that the sender tries again', async () => {
  const owner = await addReceiver(app)
  const fill = (key: string) =>
    app.database.platform.query(
      `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 100000, now() + interval '1 hour')
       on conflict (key) do update set count = 100000`,
      [key],
    )
  await fill(`receipt-mail:business:${owner.businessId}`)
  expect(await send(owner, { attachments: [await photo()] })).toMatch(
    /^452 Too many messages have come to this address\./,
  )
  await app.database.platform.query(`delete from platform.rate_limits where key like 'receipt-mail:%'`)
  await fill(`receipts:${owner.businessId}`)
  expect(await send(owner, { attachments: [await photo()] })).toMatch(
    /^452 You can add up to 200 receipts a day\./,
  )
  await fill('receipt-mail:network:127.0.0.1')
  expect(await send(owner, { attachments: [await photo()] })).toMatch(/421 Too many connections\./)
  await app.database.platform.query(`delete from platform.rate_limits where key like 'receipt%'`)
  expect(await send(owner, { attachments: [await photo()] })).toMatch(/^250 /)
})

/** Sends lines like a person at a terminal, and returns all that was answered until the connection ends. */
async function talk(port: number, lines: string[]) {
  const socket = createConnection(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += data.toString()
    // Each answer is one line.
    if (heard.endsWith('\r\n')) {
      const line = lines.shift()
      if (line !== undefined) socket.write(`${line}\r\n`)
    }
  })
  await once(socket, 'close')
  return heard.trim().split('\r\n')
}

test('whoever tries one address after the other is cut off', async () => {
  const tries = Array.from({ length: 20 }, (_, n) => `RCPT TO:<guess-${n}@${receiptDomain}>`)
  const heard = await talk(server.port, ['HELO here', 'MAIL FROM:<a@b.example>', ...tries])
  expect(heard.filter((line) => line.startsWith('550 '))).toHaveLength(9)
  expect(heard.at(-1)).toBe('421 Too many addresses were refused.')
})

test('a second recipient is put off, because a message has one answer', async () => {
  const [one, other] = [await addReceiver(app), await addReceiver(app)]
  const heard = await talk(server.port, [
    'HELO here',
    `MAIL FROM:<${one.email}>`,
    `RCPT TO:<${one.address}>`,
    `RCPT TO:<${other.address}>`,
    'QUIT',
  ])
  expect(heard.slice(3)).toEqual([
    expect.stringMatching(/^250 /),
    expect.stringMatching(/^452 /),
    expect.stringMatching(/^221 /),
  ])
})
