import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { contactMessages } from '../../platform/db/tables/installation/contact.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { sendContactMessage } from './contract.ts'
import { receiveMessage } from './receive-message.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const support = 'support@millrace.example'
const written = { name: 'Test Visitor', subject: 'A question', message: 'How does it work?' }
const newEmail = () => `${randomUUID()}@visitor.example`

function send(body: Record<string, unknown>, ip: string = randomUUID()) {
  const request = { body: { ...written, ...body } } as unknown as { body: typeof written & { email: string } }
  return app.send(sendContactMessage, request, { headers: { 'x-forwarded-for': ip } })
}

const kept = (email: string) =>
  withPlatform(app.database, ({ db }) =>
    db.select().from(contactMessages).where(eq(contactMessages.email, email)),
  )

/** What it makes leave: to whoever runs the installation, and to the visitor. */
async function mailsAbout(email: string) {
  const all = await withPlatform(app.database, ({ db }) => db.select().from(mails))
  const toSupport = all.find(({ toAddress, replyTo }) => toAddress === support && replyTo?.includes(email))
  const toVisitor = all.find(({ toAddress }) => toAddress === email)
  return { toSupport, toVisitor, count: all.length }
}

test('it is kept, mailed to the support address, and acknowledged without a word of it', async () => {
  const email = newEmail()
  const response = await send({ email: ` ${email.toUpperCase()} ` })
  expect(response.status).toBe(204)
  const { toSupport, toVisitor } = await mailsAbout(email)
  expect(toSupport?.id).toBeDefined()
  expect(await kept(email)).toMatchObject([{ ...written, email, state: 'open', mailId: toSupport?.id }])
  expect(toSupport).toMatchObject({
    kind: 'contact-message',
    fromAddress: 'Millrace <no-reply@millrace.example>',
    replyTo: `"Test Visitor" <${email}>`,
    subject: 'Contact message: A question',
    businessId: null,
    state: 'queued',
  })
  for (const part of [toSupport?.html, toSupport?.text]) {
    for (const words of [...Object.values(written), email]) expect(part).toContain(words)
  }
  expect(toVisitor).toMatchObject({ kind: 'contact-acknowledgement', replyTo: support, state: 'queued' })
  const { subject, html, text } = toVisitor ?? {}
  for (const words of Object.values(written)) expect([subject, html, text].join('\n')).not.toContain(words)
})

test('what is missing or cannot be is said by its field, and nothing is kept', async () => {
  const refusals: [Record<string, unknown>, string, string][] = [
    [{ name: ' ' }, 'name', 'Please enter your name.'],
    [{ name: 'Eve\r\nBcc: eve@evil.example' }, 'name', 'Please use a single line.'],
    [{ email: '' }, 'email', 'Please enter your email address.'],
    [{ email: 'a@visitor.example, b@visitor.example' }, 'email', 'Please enter a valid email address.'],
    [{ subject: '' }, 'subject', 'Please enter a subject.'],
    [{ subject: 'Hello\nTo: eve@evil.example' }, 'subject', 'Please use a single line.'],
    [{ message: '\n \n' }, 'message', 'Please enter your message.'],
    [{ message: 'x'.repeat(5001) }, 'message', 'Please use at most 5,000 characters.'],
    [{ message: 'a\0b' }, 'message', 'This text contains a character that can’t be saved.'],
    [{ state: 'closed' }, 'state', 'This field isn’t recognized.'],
  ]
  const email = newEmail()
  for (const [body, field, message] of refusals) {
    const response = await send({ email, ...body })
    expect(response.status).toBe(422)
    expect((await problemOf(response)).fields).toEqual({ [field]: message })
  }
  expect(await kept(email)).toEqual([])
})

test('markup arrives as words, and no name or subject becomes a header or an address', async () => {
  const email = newEmail()
  const name = `"x" <eve@evil.example>, \u202Eevil\u2028Bcc: eve@evil.example`
  const subject = '=?utf-8?B?UGF5?= <img src=x onerror=alert(1)>\u0085Bcc: eve@evil.example'
  const message = `<script>alert('hi')</script>\n<a href="javascript:alert(1)">press</a>`
  expect((await send({ email, name, subject, message })).status).toBe(204)
  const { toSupport } = await mailsAbout(email)
  expect(toSupport?.replyTo).toBe(`"\\"x\\" <eve@evil.example>, evil Bcc: eve@evil.example" <${email}>`)
  expect(toSupport?.subject).toBe(
    'Contact message: = ?utf-8?B?UGF5?= <img src=x onerror=alert(1)> Bcc: eve@evil.example',
  )
  expect(toSupport?.html).toContain('&lt;script&gt;alert(&#39;hi&#39;)&lt;/script&gt;<br>&lt;a href=')
  expect(toSupport?.html).not.toMatch(/<script|<img|javascript:alert\(1\)"|eve@evil.example>/)
  expect(toSupport?.text).toContain(message)
})

test('a name of nothing that can be seen still makes a mail', async () => {
  const email = newEmail()
  expect((await send({ email, name: '\u202E', subject: '\u202E' })).status).toBe(204)
  expect((await mailsAbout(email)).toSupport).toMatchObject({ subject: 'Contact message: ' })
})

test('what a machine wrote into the field that nobody sees is answered like any other, and leaves nothing', async () => {
  const email = newEmail()
  const ip = randomUUID()
  const before = await mailsAbout(email)
  const secret = 'Buy <these> pills'
  const answers = await Promise.all(
    [1, 2, 3].map(() => send({ email, inquiry: secret, message: secret }, ip)),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await kept(email)).toEqual([])
  expect((await mailsAbout(email)).count).toBe(before.count)
  const lines = app.log.filter((line) => line.includes('a bot filled in the contact form'))
  expect(lines).toHaveLength(3)
  expect(app.log.join('')).not.toMatch(/pills/)
  // It counts all the same; and a field that was left empty is a person's.
  expect((await send({ email, inquiry: secret })).status).toBe(429)
  const person = newEmail()
  expect((await send({ email: person, inquiry: '' }, ip)).status).toBe(204)
  expect(await kept(person)).toHaveLength(1)
})

test('of ten sends in a row from one place the first five are kept whole, and of the others nothing', async () => {
  const ip = randomUUID()
  const before = await mailsAbout(newEmail())
  const senders = Array.from({ length: 10 }, () => newEmail())
  for (const [index, email] of senders.entries()) {
    expect((await send({ email }, ip)).status).toBe(index < 5 ? 204 : 429)
    expect(await kept(email)).toHaveLength(index < 5 ? 1 : 0)
    const { toSupport, toVisitor } = await mailsAbout(email)
    expect([toSupport?.kind, toVisitor?.kind]).toEqual(
      index < 5 ? ['contact-message', 'contact-acknowledgement'] : [undefined, undefined],
    )
  }
  expect((await mailsAbout(newEmail())).count).toBe(before.count + 10)
})

test('three an hour for an address, however many at once, and five for a place on the network', async () => {
  const email = newEmail()
  const atOnce = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send({ email })))
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 429, 429, 429])
  expect(await kept(email)).toHaveLength(3)

  const ip = randomUUID()
  for (let times = 0; times < 5; times += 1) expect((await send({ email: newEmail() }, ip)).status).toBe(204)
  const refused = await send({ email: newEmail() }, ip)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  const said = 'You’ve sent several messages within an hour. Please try again in 60 minutes.'
  expect(await problemOf(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: said })
})

test('tags of an address and addresses of one network count together', async () => {
  const tagged = (tag: string) => `${name}${tag}@visitor.example`
  const name = randomUUID()
  for (const tag of ['', '+a', '+a+b']) expect((await send({ email: tagged(tag) })).status).toBe(204)
  expect((await send({ email: tagged('+c') })).status).toBe(429)
  expect(await kept(tagged('+a'))).toHaveLength(1)

  const from = (ip: string) => send({ email: newEmail() }, ip)
  for (const last of ['1', '2', 'a:b:c:d', 'ffff', '']) {
    expect((await from(`2001:db8:1:2:${last.includes(':') ? last : `:${last}`}`)).status).toBe(204)
  }
  expect((await from('2001:db8:1:2::9')).status).toBe(429)
  expect((await from('2001:db8:1:3::9')).status).toBe(204)
})

test('a hundred an hour for all together', async () => {
  await app.database.platform.query(
    `insert into platform.rate_limits values ('contact:all', 99, now() + interval '10 minutes')
     on conflict (key) do update set count = 99, window_ends_at = now() + interval '10 minutes'`,
  )
  expect((await send({ email: newEmail() })).status).toBe(204)
  const refused = await send({ email: newEmail() })
  const said = 'We’re receiving too many messages right now. Please try again in 10 minutes.'
  expect(await problemOf(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: said })
  await app.database.platform.query(`delete from platform.rate_limits where key = 'contact:all'`)
})

test('when one of its mails cannot be queued, nothing of it is there and it does not count', async () => {
  const email = newEmail()
  const ip = randomUUID()
  const before = await mailsAbout(email)
  const broken = (mailsToGo: number) => ({
    ...app.deps,
    jobs: {
      ...app.deps.jobs,
      enqueue: async (...added: Parameters<typeof app.deps.jobs.enqueue>) => {
        if (mailsToGo === 0) throw new Error('the queue is away')
        mailsToGo -= 1
        await app.deps.jobs.enqueue(...added)
      },
    },
  })
  for (const mailsToGo of [0, 1, 0, 1, 0, 1]) {
    const attempt = receiveMessage(broken(mailsToGo), { ...written, email }, ip)
    await expect(attempt).rejects.toThrow('the queue is away')
  }
  expect(await kept(email)).toEqual([])
  expect((await mailsAbout(email)).count).toBe(before.count)
  expect((await send({ email }, ip)).status).toBe(204)
})
