import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, markPaid } from '../../../test/support/fixtures/invoices.ts'
import { isForMembers } from '../../../test/support/fuzz/is-for-members.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import type { Invoice } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
// In Zurich the day of the 16th has begun.
let now = new Date('2026-11-15T23:30:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const find = (id: string) => app.send(contract.getInvoice, { params: { id } }, { cookie })
const timelineOf = async (id: string) => {
  const response = await app.send(contract.getTimeline, { params: { id } }, { cookie })
  return (await answerOf(contract.getTimeline, response)).entries
}

describe('a duplicate', () => {
  const duplicate = async ({ id }: Invoice) =>
    answerOf(
      contract.duplicateInvoice,
      await app.send(contract.duplicateInvoice, { params: { id } }, { cookie }),
    )

  test('has the same content, is dated today, and is a new, pending, unsent invoice', async () => {
    const original = await makeInvoice(app, cookie, { sendOption: 'email_now', notes: 'Thanks' })
    await markPaid(app, businessId, original.id)
    const copy = await duplicate(original)
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      number: copy.id.slice(0, 8).toUpperCase(),
      status: 'pending',
      canBeCredited: false,
      issueDate: '2026-11-16',
      dueDate: '2026-12-16',
      sendOption: 'email_later',
      publicUrl: `http://localhost:3000/invoices/${copy.id}/view`,
      sentAt: null,
      paidAt: null,
    })
    expect(copy.id).not.toBe(original.id)
    expect(await answerOf(contract.getInvoice, await find(copy.id))).toEqual(copy)
    expect((await timelineOf(copy.id)).map(({ kind }) => kind)).toEqual(['duplicated'])
  })

  test('is due as many days later as before when the date was chosen by hand', async () => {
    const dates = { paymentTerms: 'custom', issueDate: '2026-01-01', dueDate: '2026-01-08' } as const
    expect((await duplicate(await makeInvoice(app, cookie, dates))).dueDate).toBe('2026-11-23')
    const early = await makeInvoice(app, cookie, { ...dates, dueDate: '2025-12-31' })
    expect((await duplicate(early)).dueDate).toBe('2026-11-15')
    const endless = await makeInvoice(app, cookie, {
      ...dates,
      issueDate: '1900-01-01',
      dueDate: '9999-12-31',
    })
    expect((await duplicate(endless)).dueDate).toBe('2026-11-16')
  })
})

describe('deleting', () => {
  const remove = (id: string) => app.send(contract.deleteInvoice, { params: { id } }, { cookie })

  async function tryToRemove(id: string) {
    const { status, code, message } = await problemOf(await remove(id))
    return { status, code, message, isKept: (await find(id)).status === 200 }
  }

  test('removes a pending invoice with its events, and keeps its client and the record of its mail', async () => {
    const { id } = await makeInvoice(app, cookie, { sendOption: 'email_now' })
    expect((await remove(id)).status).toBe(204)
    expect((await find(id)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `select (select count(*) from invoice_events)::int as events, (select count(*) from clients)::int as clients,
                (select count(*) from mails where invoice_id is null)::int as mails`,
      ),
    )
    expect(rows).toEqual([{ events: 0, clients: 1, mails: 1 }])
  })

  test('is refused for a paid one, with the reason', async () => {
    const { id } = await makeInvoice(app, cookie)
    await markPaid(app, businessId, id)
    expect(await tryToRemove(id)).toEqual({
      status: 409,
      isKept: true,
      code: 'INVOICE_PAID',
      message: 'A paid invoice can’t be deleted because it’s the record of money you received.',
    })
  })

  test('is refused once anything was paid, even when that was taken back', async () => {
    const { id, number } = await makeInvoice(app, cookie)
    for (const undoneAt of [null, now]) {
      await withTenant(app.database, businessId, ({ client }) =>
        client.query(
          `insert into payments (business_id, invoice_id, invoice_number, method, amount_minor, received_at,
             received_on, undone_at)
           values ($1, $2, $3, 'cash', 100, now(), current_date, $4)`,
          [businessId, id, number, undoneAt],
        ),
      )
      expect(await tryToRemove(id)).toEqual({
        status: 409,
        isKept: true,
        code: 'INVOICE_HAS_PAYMENTS',
        message: 'This invoice has payments in its history, so it can’t be deleted.',
      })
    }
  })

  test('is refused while a payment that takes days is on its way', async () => {
    const { id, number } = await makeInvoice(app, cookie)
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into checkouts (business_id, invoice_id, invoice_number, amount_minor, request, state, expires_at)
         values ($1, $2, $3, 100, '{}', 'processing', now())`,
        [businessId, id, number],
      ),
    )
    expect(await tryToRemove(id)).toEqual({
      status: 409,
      isKept: true,
      code: 'PAYMENT_UNDER_WAY',
      message: 'A payment for this invoice is on its way, so it can’t be deleted right now.',
    })
  })

  test('closes the payment page that may be open for it', async () => {
    const closing = vi.spyOn(app.deps, 'closeCheckouts')
    const { id } = await makeInvoice(app, cookie)
    expect((await remove(id)).status).toBe(204)
    expect(closing.mock.calls.map(([, invoice]) => invoice)).toEqual([{ businessId, invoiceId: id }])
  })
})

describe('the Email button', () => {
  const email = (id: string) => app.send(contract.emailInvoice, { params: { id } }, { cookie })

  test('queues a mail to the client ten times an hour, and the eleventh waits', async () => {
    const { id } = await makeInvoice(app, cookie)
    for (let sent = 0; sent < 10; sent++) {
      expect(await answerOf(contract.emailInvoice, await email(id))).toEqual({
        to: 'client@example.com',
        state: 'queued',
      })
    }
    const refused = await email(id)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    const other = await makeInvoice(app, cookie)
    expect((await email(other.id)).status).toBe(200)
  })

  test('a try that leads nowhere does not count', async () => {
    const { id } = await makeInvoice(app, cookie)
    const { enqueue } = app.deps.jobs
    app.deps.jobs.enqueue = async () => {
      throw new Error('the queue is broken')
    }
    try {
      for (let tries = 0; tries < 11; tries++) expect((await email(id)).status).toBe(500)
    } finally {
      app.deps.jobs.enqueue = enqueue
    }
    expect((await email(id)).status).toBe(200)
  })
})

test('the timeline tells of events and of mails in each state, newest first', async () => {
  const { id } = await makeInvoice(app, cookie)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into mails (business_id, invoice_id, kind, from_address, to_address, subject, state, last_error,
         created_at, sent_at)
       select $1, $2, 'invoice', 'a@example.com', 'client@example.com', 's', state, error,
         now() + at * interval '1 minute', now() + sent * interval '1 minute'
       from (values ('held', null, 1, null), ('queued', 'busy', 2, null), ('sent', 'busy once', 0, 3),
         ('failed', 'no such mailbox', 4, null)) as given (state, error, at, sent)`,
      [businessId, id],
    ),
  )
  const entries = await timelineOf(id)
  expect(entries.map(({ kind, to, reason }) => ({ kind, to, reason }))).toEqual([
    { kind: 'mail-failed', to: 'client@example.com', reason: 'no such mailbox' },
    { kind: 'mail-sent', to: 'client@example.com', reason: null },
    { kind: 'mail-queued', to: 'client@example.com', reason: 'busy' },
    {
      kind: 'mail-held',
      to: 'client@example.com',
      reason: expect.stringContaining('confirm your own email address'),
    },
    { kind: 'created', to: null, reason: null },
  ])
})

test('an invoice made with Email now is in the outbox with it, and the timeline says so after its making', async () => {
  const made = await makeInvoice(app, cookie, { sendOption: 'email_now' })
  expect(made.sentAt).toEqual(expect.any(String))
  expect((await timelineOf(made.id)).map(({ kind }) => kind)).toEqual(['mail-queued', 'created'])
})

describe('on every route of one invoice', () => {
  const routes = () =>
    app.api.endpoints.filter(
      (endpoint) => endpoint.path.startsWith('/api/v1/invoices/{id}') && isForMembers(endpoint),
    )

  const bodyFor = (path: string, { version }: Invoice) => {
    const money = { amountMinor: 100, requestId: randomUUID() }
    if (path.endsWith('/refund')) return money
    if (path.endsWith('/credit-notes')) {
      return { requestId: randomUUID(), credit: { kind: 'rest' }, reason: '', send: true }
    }
    if (path.endsWith('/payments')) {
      return { ...money, method: 'cash', receivedOn: '2026-11-10', note: '', sendReceipt: true }
    }
    if (path.endsWith('/late-fees/skip')) return { dueDate: '2026-11-01', period: 0 }
    if (path.endsWith('/attachments')) return { attachments: [] }
    if (path.endsWith('/approve')) return { version }
    if (path.endsWith('/send-back')) return { version, note: 'Hacked' }
    if (path.endsWith('/comments')) return { body: 'Hacked', mentions: [], requestId: randomUUID() }
    return { ...invoiceInput({ notes: 'Hacked' }), version }
  }

  test.each([
    ['another business’s id', 'foreign'],
    ['an unknown id', randomUUID()],
    ['no id at all', 'invoice-1'],
  ])('%s answers 404 and changes nothing', async (_what, id) => {
    const own = await makeInvoice(app, cookie)
    const stranger = await app.signUpAndIn()
    expect(routes().length).toBeGreaterThanOrEqual(6)
    for (const endpoint of routes()) {
      const body = endpoint.body && bodyFor(endpoint.path, own)
      const params = { id: id === 'foreign' ? own.id : id, paymentId: randomUUID(), lateFeeId: randomUUID() }
      const response = await app.send(
        endpoint,
        { params, ...(body ? { body } : {}) },
        { cookie: stranger.cookie },
      )
      expect([endpoint.method, endpoint.path, response.status]).toEqual([endpoint.method, endpoint.path, 404])
      expect(await problemOf(response)).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await answerOf(contract.getInvoice, await find(own.id))).toEqual(own)
    expect((await timelineOf(own.id)).map(({ kind }) => kind)).toEqual(['created'])
  })
})

test('an invoice is overdue from the day after its due date in the business’s own time zone', async () => {
  const { id } = await makeInvoice(app, cookie, { paymentTerms: 'custom', dueDate: '2026-11-15' })
  const statusOf = async () => (await answerOf(contract.getInvoice, await find(id))).status
  const before = now
  try {
    expect(await statusOf()).toBe('overdue')
    now = new Date('2026-11-15T22:59:00Z')
    expect(await statusOf()).toBe('pending')
  } finally {
    now = before
  }
})
