import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform, withTenant } from '../db/transaction.ts'
import { createMailDelivery } from './deliver-mail.ts'
import {
  type MailTransport,
  type MakeAttachments,
  type OutgoingMail,
  MailTransportError,
} from './mail-transport.ts'
import { type NewMail, queueMail } from './queue-mail.ts'

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

const businessId = await addBusiness(database)
const document = { kind: 'invoice-pdf', facts: { number: '1A2B3C4D' } }

async function addInvoiceMail(): Promise<string> {
  const invoiceId = await addInvoiceRow(database, businessId)
  return addMail({ kind: 'invoice', businessId, invoiceId, attachment: document })
}

async function readMail(id: string) {
  const [mail] = await withPlatform(database, (tx) => tx.db.select().from(mails).where(eq(mails.id, id)))
  return mail
}

/** A delivery whose transport fails with the given errors, one per try, and then works. */
function deliveryWith(...errors: Error[]) {
  return deliveryThatDraws(async () => [], ...errors)
}

function deliveryThatDraws(makeAttachments: MakeAttachments, ...errors: Error[]) {
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
  return { deliver: createMailDelivery({ database, transport, makeAttachments, log }), sent, lines }
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
      attachments: [],
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

test('a mail to which there is an objection by now fails for good, and nothing is sent or drawn', async () => {
  const [mailId, otherId] = [await addInvoiceMail(), await addMail()]
  const happened: string[] = []
  const transport: MailTransport = {
    name: 'recorder',
    send: async ({ id }) => void happened.push(id),
    close() {},
  }
  const deliver = createMailDelivery({
    database,
    transport,
    makeAttachments: async () => {
      happened.push('drawn')
      return []
    },
    findObjection: async ({ kind }) => (kind === 'invoice' ? 'It is not wanted any more.' : null),
    log: pino({ level: 'silent' }),
  })
  await deliver({ mailId }, firstTry)
  await deliver({ mailId }, firstTry)
  expect(happened).toEqual([])
  expect(await readMail(mailId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    lastError: 'It is not wanted any more.',
    sentAt: null,
  })
  await deliver({ mailId: otherId }, firstTry)
  expect(happened).toEqual([otherId])
})

test('an unexpected error is thrown on, and its details are kept out of the outbox', async () => {
  const mailId = await addMail()
  const { deliver } = deliveryWith(new TypeError('internals'))
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('internals')
  const mail = await readMail(mailId)
  expect(mail).toMatchObject({ state: 'queued', attempts: 1 })
  expect(mail?.lastError).toBe('The email couldn’t be sent because of an unexpected error.')
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

/** A delivery that does something while its mail is being sent, and then fails. */
function deliveryDuringWhich(happens: () => Promise<unknown>) {
  const log = pino({ level: 'silent' })
  const transport: MailTransport = {
    name: 'slow',
    async send() {
      await happens()
      throw new MailTransportError('Too late.', { permanent: false })
    },
    close() {},
  }
  return createMailDelivery({ database, log, makeAttachments: async () => [], transport })
}

test('a mail that is being delivered is not delivered a second time meanwhile, and can be afterwards', async () => {
  const mailId = await addMail()
  const other = deliveryWith()
  const first = deliveryDuringWhich(async () => {
    const seconds = await Promise.allSettled([1, 2].map(() => other.deliver({ mailId }, firstTry)))
    expect(seconds).toMatchObject(
      [1, 2].map(() => ({ reason: { message: expect.stringContaining('already') } })),
    )
  })
  await expect(first({ mailId }, firstTry)).rejects.toThrow('Too late.')
  expect(other.sent).toEqual([])
  expect(await readMail(mailId)).toMatchObject({ state: 'queued', attempts: 1, claimedUntil: null })
  await other.deliver({ mailId }, firstTry)
  expect(other.sent).toHaveLength(1)
})

test('of many deliveries that begin at once, one has the mail', async () => {
  const mailId = await addMail()
  const { deliver, sent } = deliveryWith()
  await Promise.allSettled(Array.from({ length: 8 }, () => deliver({ mailId }, firstTry)))
  expect(sent).toHaveLength(1)
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', attempts: 1 })
})

async function endClaim(mailId: string): Promise<void> {
  await database.platform.query(
    `update mails set claimed_until = now() - interval '1 second' where id = $1`,
    [mailId],
  )
}

test('a mail whose delivery died is taken over once its time is up', async () => {
  const mailId = await addMail()
  await database.platform.query(
    `update mails set claimed_until = now() + interval '1 minute' where id = $1`,
    [mailId],
  )
  const { deliver, sent } = deliveryWith()
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('The email is already being delivered.')
  await endClaim(mailId)
  await deliver({ mailId }, firstTry)
  expect(sent).toHaveLength(1)
})

test('a slow run that fails does not undo the success of a faster one, nor take its mail away from it', async () => {
  const mailId = await addMail()
  const fast = deliveryWith()
  const slow = deliveryDuringWhich(async () => {
    await endClaim(mailId)
    await fast.deliver({ mailId }, firstTry)
  })
  await expect(slow({ mailId }, lastTry)).rejects.toThrow('Too late.')
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', attempts: 1, lastError: null })

  const laterId = await addMail()
  const outlived = deliveryDuringWhich(() =>
    database.platform.query(`update mails set claimed_until = now() + interval '1 minute' where id = $1`, [
      laterId,
    ]),
  )
  await expect(outlived({ mailId: laterId }, lastTry)).rejects.toThrow('Too late.')
  expect(await readMail(laterId)).toMatchObject({ state: 'queued', claimedUntil: expect.any(Date) })
})

test('no database connection is held while documents are drawn and the mail is on its way', async () => {
  const mailId = await addInvoiceMail()
  const { platform, app } = database
  const held: number[] = []
  const look = () => {
    for (const pool of [platform, app]) held.push(pool.totalCount - pool.idleCount)
  }
  const transport: MailTransport = { name: 'watcher', send: async () => look(), close() {} }
  const makeAttachments = async () => {
    look()
    return []
  }
  await createMailDelivery({ database, transport, makeAttachments, log: pino({ level: 'silent' }) })(
    { mailId },
    firstTry,
  )
  expect(held).toEqual([0, 0, 0, 0])
})

describe('a mail that carries a document', () => {
  const pdf = { filename: 'Invoice.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }

  test('is sent with what is drawn from its facts', async () => {
    const mailId = await addInvoiceMail()
    const asked: unknown[] = []
    const { deliver, sent } = deliveryThatDraws(async (mail) => {
      asked.push(mail)
      return [pdf]
    })
    await deliver({ mailId }, firstTry)
    expect(asked).toEqual([{ businessId, attachment: document }])
    expect(sent).toMatchObject([{ id: mailId, attachments: [pdf] }])
  })

  test('is tried again when drawing fails, and does not leave without it', async () => {
    const mailId = await addInvoiceMail()
    let failures = 1
    const { deliver, sent } = deliveryThatDraws(async () => {
      if (failures-- > 0) throw new Error('The paper is out.')
      return [pdf]
    })
    await expect(deliver({ mailId }, firstTry)).rejects.toThrow('The paper is out.')
    expect(sent).toEqual([])
    expect(await readMail(mailId)).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastError: 'The email couldn’t be sent because of an unexpected error.',
    })
    await deliver({ mailId }, firstTry)
    expect(sent).toHaveLength(1)
    expect(await readMail(mailId)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('is given up when its invoice was deleted meanwhile', async () => {
    const mailId = await addInvoiceMail()
    await withTenant(database, businessId, (tx) => tx.client.query('delete from invoices'))
    const { deliver, sent } = deliveryWith()
    await deliver({ mailId }, firstTry)
    expect(sent).toEqual([])
    expect(await readMail(mailId)).toMatchObject({
      state: 'failed',
      invoiceId: null,
      lastError: 'The invoice was deleted before the email could be sent.',
    })
  })
})
