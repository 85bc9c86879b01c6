import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { makeAuthority } from '../../../../test/support/providers/certificates.ts'
import { reply, startAccountServer, startMailServer } from '../../../../test/support/providers/mail-server.ts'
import { flipBit } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { startMailJobs } from '../../../platform/mail/mail-jobs.ts'
import { createSmtpTransport } from '../../../platform/mail/smtp-transport.ts'
import { verifyEmail } from '../../auth/contract.ts'
import { removeIntegration, saveEmail, switchIntegrations } from '../../integrations/contract.ts'
import { createOwnSenders } from '../../integrations/own-senders.ts'
import { emailInvoice, getTimeline } from '../contract.ts'
import { createInvoiceAttachments } from './invoice-attachment.ts'

const authority = makeAuthority()
let app: TestApp
let platform: Awaited<ReturnType<typeof startMailServer>>
let server: Awaited<ReturnType<typeof startAccountServer>>
let stopTransport: () => void

beforeAll(async () => {
  app = await createTestApp({ mailWaitsForVerification: true })
  platform = await startMailServer()
  server = await startAccountServer(authority.issue(['localhost']))
  const transport = createSmtpTransport(`smtp://127.0.0.1:${platform.port}`)
  stopTransport = () => transport.close()
  const { deps } = app
  await startMailJobs({
    ...deps,
    transport,
    findOwnSender: createOwnSenders({ ...deps, ca: authority.ca }),
    makeAttachments: createInvoiceAttachments(deps),
  })
})
afterAll(async () => {
  await app.close()
  stopTransport()
  await Promise.all([platform.stop(), server.stop()])
})

let owners = 0

async function addOwner({ isConfirmed = false } = {}) {
  const person = await app.signUp()
  const { cookie, session } = await app.signIn(person)
  const { id: businessId } = session.business
  if (isConfirmed) {
    await app.database.auth.query('update businesses set owner_verified = true where id = $1', [businessId])
  }
  const to = `client-${(owners += 1)}@example.com`
  return {
    ...person,
    businessId,
    to,
    /** An invoice that is mailed to a client of this owner alone. */
    send: () => makeInvoice(app, cookie, { client: clientInput({ email: to }), sendOption: 'email_now' }),
    async save(change: { password?: string; port?: number } = {}) {
      const body = {
        fromAddress: server.account.username,
        host: 'localhost',
        port: server.port,
        username: '',
        password: server.account.password,
        ...change,
      }
      return answerOf(saveEmail, await app.send(saveEmail, { body }, { cookie }))
    },
    async use(enabled: boolean) {
      await answerOf(
        switchIntegrations,
        await app.send(switchIntegrations, { body: { enabled } }, { cookie }),
      )
    },
    remove: async () =>
      answerOf(
        removeIntegration,
        await app.send(removeIntegration, { params: { name: 'email' } }, { cookie }),
      ),
    sendAgain: async (id: string) =>
      answerOf(emailInvoice, await app.send(emailInvoice, { params: { id } }, { cookie })),
    /** The newest entry of the timeline. */
    async newestEntry(id: string) {
      const { entries } = await answerOf(
        getTimeline,
        await app.send(getTimeline, { params: { id } }, { cookie }),
      )
      const { kind, reason, waitsForAccount } = entries[0] ?? {}
      return { kind, reason, waitsForAccount }
    },
  }
}

const mailsTo = (to: string, { received, recipients }: Pick<typeof platform, 'received' | 'recipients'>) =>
  received.filter((_mail, index) => recipients[index]?.includes(to))
const isSent = { kind: 'mail-sent', reason: null, waitsForAccount: false }

test('an invoice leaves through the business’s own account, from its address; that of another business does not', async () => {
  const [owner, other] = await Promise.all([addOwner({ isConfirmed: true }), addOwner({ isConfirmed: true })])
  await owner.save()
  const [invoice, others] = await Promise.all([owner.send(), other.send()])
  await expect.poll(() => owner.newestEntry(invoice.id)).toEqual(isSent)
  await expect.poll(() => other.newestEntry(others.id)).toEqual(isSent)

  expect(mailsTo(owner.to, platform)).toEqual([])
  expect(mailsTo(owner.to, server)).toMatchObject([
    {
      from: { name: 'Test Business', address: 'owner@shop.example' },
      replyTo: [{ address: 'billing@business.example' }],
      attachments: [{ filename: `Invoice-${invoice.number}.pdf` }],
    },
  ])
  expect(mailsTo(other.to, server)).toEqual([])
  expect(mailsTo(other.to, platform)).toMatchObject([{ from: { address: 'no-reply@millrace.example' } }])

  const accesses = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select secret, reason, user_id from secret_accesses'),
  )
  expect(accesses.rows).toEqual([
    { secret: 'integrations.email_password', reason: 'To send an invoice', user_id: null },
  ])
  expect(app.log.join('')).not.toContain(server.account.password)
  const { rows: payloads } = await app.database.platform.query('select data, output from pgboss.job')
  expect(JSON.stringify(payloads)).not.toContain(server.account.password)
})

test('switched off, or removed, the platform’s server takes its place', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save()
  await owner.use(false)
  const first = await owner.send()
  await expect.poll(() => owner.newestEntry(first.id)).toEqual(isSent)
  await owner.use(true)
  await owner.remove()
  const second = await owner.send()
  await expect.poll(() => owner.newestEntry(second.id)).toEqual(isSent)
  expect(mailsTo(owner.to, platform)).toHaveLength(2)
  expect(mailsTo(owner.to, server)).toEqual([])
})

/** As if all tries but the next had been used up. */
async function makeLastTry(invoiceId: string): Promise<void> {
  const last = () =>
    app.database.platform.query(
      `update pgboss.job set retry_count = retry_limit, start_after = now()
       where name = 'deliver-business-mail' and state = 'retry' and data ->> 'mailId' in (
         select id::text from mails where invoice_id = $1)`,
      [invoiceId],
    )
  await expect.poll(async () => (await last()).rowCount).toBe(1)
}

const wrongPassword = 'The email server didn’t accept the username and password.'
const remedy = 'Check your email settings in Integrations'

test('what the account did not take is told in the timeline, and leaves once the settings are mended', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save({ password: 'wr0ng-one' })
  const [waiting, givenUp] = [await owner.send(), await owner.send()]
  for (const { id } of [waiting, givenUp]) {
    await expect
      .poll(() => owner.newestEntry(id))
      .toEqual({ kind: 'mail-queued', reason: `${wrongPassword} ${remedy}.`, waitsForAccount: true })
  }
  await makeLastTry(givenUp.id)
  await expect
    .poll(() => owner.newestEntry(givenUp.id))
    .toEqual({
      kind: 'mail-failed',
      reason: `${wrongPassword} ${remedy}. Once they’re saved, it’s sent automatically.`,
      waitsForAccount: true,
    })

  await owner.save()
  for (const { id } of [waiting, givenUp]) await expect.poll(() => owner.newestEntry(id)).toEqual(isSent)
  expect(mailsTo(owner.to, server)).toHaveLength(2)
  expect(mailsTo(owner.to, platform)).toEqual([])
  expect(app.log.join('')).not.toContain('wr0ng-one')
})

test('a saved password that cannot be read is told, and the mail leaves once it is typed again', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save()
  await flipBit(app, owner.businessId, 'email_password')
  const invoice = await owner.send()
  const unreadable = 'The saved password of your email account can’t be read. Please enter it again.'
  await expect
    .poll(() => owner.newestEntry(invoice.id))
    .toEqual({ kind: 'mail-queued', reason: `${unreadable} ${remedy}.`, waitsForAccount: true })
  await makeLastTry(invoice.id)
  await expect
    .poll(() => owner.newestEntry(invoice.id))
    .toMatchObject({ kind: 'mail-failed', reason: expect.stringContaining('Once they’re saved') })
  expect(app.log.join('')).toContain('the password of an email account cannot be read')
  await owner.save()
  await expect.poll(() => owner.newestEntry(invoice.id)).toEqual(isSent)
  expect(mailsTo(owner.to, server)).toHaveLength(1)
})

test('with a key that cannot be read nothing is saved, which is said in plain words and told to the operator', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save()
  const damage = () =>
    app.database.platform.query(
      'update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where business_id = $1',
      [owner.businessId],
    )
  await damage()
  await expect(owner.save()).rejects.toThrow(
    /"UNAVAILABLE".*Passwords and secret keys can’t be saved right now, because the key that protects them can’t be read/,
  )
  expect(app.log.join('')).toContain(`the key of business ${owner.businessId} cannot be read`)
  // What needs no key can be done all the same, and once it is mended everything.
  await owner.use(false)
  await owner.use(true)
  await damage()
  await owner.save()
})

test('switching off lets what the account did not take leave through the platform’s server', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save({ password: 'wr0ng-one' })
  const invoice = await owner.send()
  await expect
    .poll(() => owner.newestEntry(invoice.id))
    .toMatchObject({ kind: 'mail-queued', reason: expect.stringContaining('accept') })
  await owner.use(false)
  await expect.poll(() => owner.newestEntry(invoice.id)).toEqual(isSent)
  expect(mailsTo(owner.to, platform)).toHaveLength(1)
})

test('an owner who has not confirmed an address mails through their own account, and waits without it', async () => {
  const owner = await addOwner()
  const early = await owner.send()
  expect(await owner.newestEntry(early.id)).toMatchObject({ kind: 'mail-held' })

  // What was held before there was an account leaves through it.
  await owner.save()
  await expect.poll(() => owner.newestEntry(early.id)).toEqual(isSent)
  expect(await owner.sendAgain(early.id)).toEqual({ to: owner.to, state: 'queued' })
  await expect.poll(() => mailsTo(owner.to, server)).toHaveLength(2)

  // What was meant for the account is held when that is switched off before it has left.
  await owner.save({ password: 'wr0ng-one' })
  const late = await owner.send()
  await expect
    .poll(() => owner.newestEntry(late.id))
    .toMatchObject({ kind: 'mail-queued', reason: expect.stringContaining('accept') })
  await owner.use(false)
  await expect.poll(() => owner.newestEntry(late.id)).toMatchObject({ kind: 'mail-held' })
  expect(await owner.sendAgain(early.id)).toEqual({ to: owner.to, state: 'held' })
  expect(mailsTo(owner.to, platform)).toEqual([])

  // Once the address is confirmed, the platform's server takes what waited.
  const token = () =>
    mailsTo(owner.email, platform)
      .map(({ text = '' }) => /\/verify-email#token=(\S+)/.exec(text)?.[1])
      .find((found) => found !== undefined)
  await expect.poll(token).toBeDefined()
  await app.send(verifyEmail, { body: { token: token() ?? '' } })
  await expect.poll(() => owner.newestEntry(late.id)).toEqual(isSent)
  await expect.poll(() => mailsTo(owner.to, platform)).toHaveLength(2)
  expect(mailsTo(owner.to, server)).toHaveLength(2)
})

test('a business’s server that stalls keeps nobody else’s account mail waiting', async () => {
  const stalled: (() => void)[] = []
  let isStalling = true
  const slow = await startAccountServer(authority.issue(['localhost']), {
    onAuth(_auth, _session, done) {
      const refuse = () => done(reply(454, 'Later'))
      if (isStalling) stalled.push(refuse)
      else refuse()
    },
  })
  const owner = await addOwner({ isConfirmed: true })
  await owner.save({ port: slow.port })
  const invoice = await owner.send()
  await expect.poll(() => stalled.length).toBe(1)
  const { email } = await app.signUp()
  await expect.poll(() => mailsTo(email, platform)).toHaveLength(1)
  // Nor another business's, however many of its own wait.
  for (let n = 0; n < 4; n += 1) await owner.sendAgain(invoice.id)
  const other = await addOwner({ isConfirmed: true })
  await other.save()
  const others = await other.send()
  await expect.poll(() => other.newestEntry(others.id)).toEqual(isSent)
  expect(mailsTo(other.to, server)).toHaveLength(1)
  // Still at its first try.
  expect(await owner.newestEntry(invoice.id)).toMatchObject({ kind: 'mail-queued', reason: null })
  isStalling = false
  for (const refuse of stalled) refuse()
  await expect
    .poll(() => owner.newestEntry(invoice.id))
    .toMatchObject({ reason: expect.stringContaining('isn’t accepting sign-ins right now') })
  await slow.stop()
})

test('a server in a private network is not reached unless the operator allows it', async () => {
  const owner = await addOwner({ isConfirmed: true })
  await owner.save()
  const before = server.signIns.length
  const find = createOwnSenders({ ...app.deps, allowPrivateAddresses: false, ca: authority.ca })
  const sender = await find({ businessId: owner.businessId, kind: 'invoice' })
  const mail = { id: owner.businessId, to: owner.to, replyTo: null, subject: '', html: '', text: '' }
  const sent = sender?.transport.send({ ...mail, from: 'owner@shop.example', attachments: [] })
  await expect(sent).rejects.toThrow('localhost leads to a private network, which isn’t allowed here.')
  expect(server.signIns).toHaveLength(before)
})
