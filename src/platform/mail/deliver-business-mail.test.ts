import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { mails } from '../db/tables/mail.ts'
import { withAdmin, withPlatform } from '../db/transaction.ts'
import { createMailDelivery } from './deliver-mail.ts'
import { releaseHeldMails } from './held-mails.ts'
import { type MailTransport, type OutgoingMail, MailTransportError } from './mail-transport.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { retryMails } from './retry-mails.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const businessId = await addBusiness(database)
const firstTry = { retryCount: 0, isLastTry: false }
const lastTry = { retryCount: 8, isLastTry: true }
const from = '"The Shop" <no-reply@example.com>'

afterAll(() => testDatabase.drop())

async function addMail(change: Partial<NewMail> = {}): Promise<string> {
  const mail = {
    kind: 'invoice',
    businessId,
    onBehalf: true,
    from,
    to: 'client@example.com',
    subject: 'Invoice',
    html: '<p>Invoice</p>',
    text: 'Invoice',
    ...change,
  }
  return withPlatform(database, (tx) => queueMail(tx, { enqueue: () => Promise.resolve() }, mail))
}

async function readMail(id: string) {
  const [mail] = await withPlatform(database, (tx) => tx.db.select().from(mails).where(eq(mails.id, id)))
  return mail
}

/**
 * The platform's transport and an account of the business. Each fails with the given errors and then works.
 */
function deliveryThrough(options: {
  ownErrors?: Error[]
  findErrors?: Error[]
  isInForce?: () => boolean
  mailWaitsForVerification?: boolean
  whileDrawn?: () => Promise<unknown>
}) {
  const platform: OutgoingMail[] = []
  const own: OutgoingMail[] = []
  const asked: unknown[] = []
  const into = (sent: OutgoingMail[], errors: Error[] = []): MailTransport => ({
    name: 'recorder',
    async send(mail) {
      const error = errors.shift()
      if (error) throw error
      sent.push(mail)
    },
    close() {},
  })
  const deliver = createMailDelivery({
    database,
    transport: into(platform),
    async findOwnSender(mail) {
      asked.push(mail)
      const error = options.findErrors?.shift()
      if (error) throw error
      if (options.isInForce?.() === false) return null
      return { transport: into(own, options.ownErrors), fromAddress: 'owner@shop.example' }
    },
    mailWaitsForVerification: options.mailWaitsForVerification,
    async makeAttachments() {
      await options.whileDrawn?.()
      return []
    },
    log: pino({ level: 'silent' }),
  })
  return { deliver, platform, own, asked }
}

const wrongPassword = () =>
  new MailTransportError('Wrong password.', { permanent: false, isAccountFault: true })

test('a mail in the name of a business leaves through its own account, under its name and from its address', async () => {
  const mailId = await addMail()
  const { deliver, platform, own, asked } = deliveryThrough({})
  await deliver({ mailId }, firstTry)
  expect(own).toMatchObject([{ id: mailId, from: '"The Shop" <owner@shop.example>' }])
  expect(platform).toEqual([])
  expect(asked).toEqual([{ businessId, kind: 'invoice' }])
})

test('it leaves through the platform’s transport without one, and so does what is not in its name', async () => {
  const { deliver, platform, own } = deliveryThrough({ isInForce: () => false })
  const mailId = await addMail()
  await deliver({ mailId }, firstTry)
  expect(platform).toMatchObject([{ id: mailId, from }])
  const withAccount = deliveryThrough({})
  const toOwner = await addMail({ kind: 'payment-received', onBehalf: false })
  await withAccount.deliver({ mailId: toOwner }, firstTry)
  expect(withAccount.platform).toMatchObject([{ id: toOwner }])
  expect([...own, ...withAccount.own, ...withAccount.asked]).toEqual([])
})

test('it waits for the account when that does not take it, until it does', async () => {
  const mailId = await addMail()
  const { deliver, own } = deliveryThrough({ ownErrors: [wrongPassword(), wrongPassword()] })
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('Wrong password.')
  expect(await readMail(mailId)).toMatchObject({ state: 'queued', waitsForAccount: true })
  await expect(deliver({ mailId }, lastTry)).rejects.toThrow('Wrong password.')
  expect(await readMail(mailId)).toMatchObject({ state: 'failed', waitsForAccount: true })
  await database.platform.query(`update mails set state = 'queued' where id = $1`, [mailId])
  await deliver({ mailId }, firstTry)
  expect(own).toHaveLength(1)
  expect(await readMail(mailId)).toMatchObject({ state: 'sent', waitsForAccount: false, lastError: null })
})

test('it waits for the account when that cannot even be opened, but not when looking for it fails otherwise', async () => {
  const mailId = await addMail()
  const unexpected = new Error('the database is away')
  const { deliver, own, platform } = deliveryThrough({ findErrors: [unexpected, wrongPassword()] })
  await expect(deliver({ mailId }, firstTry)).rejects.toThrow('the database is away')
  expect(await readMail(mailId)).toMatchObject({ state: 'queued', waitsForAccount: false })
  await expect(deliver({ mailId }, lastTry)).rejects.toThrow('Wrong password.')
  expect(await readMail(mailId)).toMatchObject({
    state: 'failed',
    waitsForAccount: true,
    lastError: 'Wrong password.',
  })
  expect([...own, ...platform]).toEqual([])
})

test('it does not wait for the account when the recipient is refused', async () => {
  const mailId = await addMail()
  const { deliver } = deliveryThrough({
    ownErrors: [new MailTransportError('No such user.', { permanent: true })],
  })
  await deliver({ mailId }, firstTry)
  expect(await readMail(mailId)).toMatchObject({ state: 'failed', waitsForAccount: false })
})

test('it is held when its owner is not confirmed and it would leave through the platform’s server', async () => {
  const mailId = await addMail()
  const refused = `update mails set last_error = 'Wrong password.', waits_for_account = true where id = $1`
  await database.platform.query(refused, [mailId])
  const waiting = deliveryThrough({ isInForce: () => false, mailWaitsForVerification: true })
  await waiting.deliver({ mailId }, firstTry)
  expect(waiting.platform).toEqual([])
  expect(await readMail(mailId)).toMatchObject({
    state: 'held',
    attempts: 0,
    claimedUntil: null,
    waitsForAccount: false,
    lastError: null,
  })

  const own = deliveryThrough({ mailWaitsForVerification: true })
  const ownId = await addMail()
  await own.deliver({ mailId: ownId }, firstTry)
  expect(own.own).toMatchObject([{ id: ownId }])

  await database.auth.query('update businesses set owner_verified = true where id = $1', [businessId])
  const confirmedId = await addMail()
  await waiting.deliver({ mailId: confirmedId }, firstTry)
  expect(waiting.platform).toMatchObject([{ id: confirmedId }])
})

test('in the name of a suspended business none leaves, whatever its way out, until that is restored', async () => {
  const suspended = await addBusiness(database)
  const setSuspended = (at: Date | null) =>
    withAdmin(database, ({ client }) =>
      client.query('update businesses set suspended_at = $2 where id = $1', [suspended, at]),
    )
  const jobs = { enqueue: () => Promise.resolve() }
  const [throughOwn, throughPlatform] = [deliveryThrough({}), deliveryThrough({ isInForce: () => false })]
  const ways = [throughOwn, throughPlatform]
  const mailIds = [await addMail({ businessId: suspended }), await addMail({ businessId: suspended })]
  const toOwner = await addMail({ businessId: suspended, kind: 'payment-received', onBehalf: false })
  const deliverAll = () =>
    Promise.all(ways.map(({ deliver }, n) => deliver({ mailId: mailIds[n]! }, firstTry)))

  await setSuspended(new Date())
  await deliverAll()
  // A change of the business's mail account retries all of them.
  await retryMails(database, jobs, suspended)
  await deliverAll()
  await throughPlatform.deliver({ mailId: toOwner }, firstTry)
  for (const id of mailIds) {
    expect(await readMail(id)).toMatchObject({ state: 'held', attempts: 0, claimedUntil: null })
  }
  expect(throughOwn.own).toEqual([])
  expect(throughPlatform.platform).toMatchObject([{ id: toOwner }])

  await setSuspended(null)
  await withPlatform(database, (tx) => releaseHeldMails(tx, jobs, suspended))
  await deliverAll()
  expect(throughOwn.own).toMatchObject([{ id: mailIds[0] }])
  expect(throughPlatform.platform).toMatchObject([{ id: toOwner }, { id: mailIds[1] }])
})

test('a suspension that comes while its document is drawn holds it too', async () => {
  const suspended = await addBusiness(database)
  const invoiceId = await addInvoiceRow(database, suspended)
  const attachment = { kind: 'invoice', facts: {} }
  const mailId = await addMail({ businessId: suspended, invoiceId, attachment })
  const { deliver, own } = deliveryThrough({
    whileDrawn: () =>
      withAdmin(database, ({ client }) =>
        client.query('update businesses set suspended_at = now() where id = $1', [suspended]),
      ),
  })
  await deliver({ mailId }, firstTry)
  expect(own).toEqual([])
  expect(await readMail(mailId)).toMatchObject({ state: 'held' })
})
