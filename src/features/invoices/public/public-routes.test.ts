import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { emailPublicInvoice, getInvoicePdf, getPublicInvoice, noteInvoiceView } from './contract.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-05T12:00:00Z') })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  id = await addInvoiceRow(app.database, businessId)
})
afterAll(() => app.close())

type PublicEndpoint =
  | typeof getPublicInvoice
  | typeof noteInvoiceView
  | typeof emailPublicInvoice
  | typeof getInvoicePdf

/** As somebody from another place each time, unless one is named. */
function request(
  endpoint: PublicEndpoint,
  invoiceId: string,
  { ip = randomUUID(), cookie }: { ip?: string; cookie?: string } = {},
) {
  return app.send(endpoint, { params: { id: invoiceId } }, { cookie, headers: { 'x-forwarded-for': ip } })
}

async function read<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { rows } = await withTenant(app.database, businessId, (tx) => tx.client.query<Row>(sql, values))
  return rows
}

describe('an address that leads to no invoice', () => {
  const endpoints = [getPublicInvoice, noteInvoiceView, emailPublicInvoice, getInvoicePdf]

  test.each(endpoints)('$path: unknown or of something else', async (endpoint) => {
    for (const other of [randomUUID(), businessId, owner.session.user.id]) {
      const answer = await request(endpoint, other)
      expect(answer.status).toBe(404)
      expect(await problemOf(answer)).toMatchObject({ message: 'This invoice could not be found.' })
    }
  })

  test.each(endpoints)('$path: malformed', async (endpoint) => {
    for (const malformed of ['1', 'null', `${id}x`, '%00', "' or 1=1 --"]) {
      expect((await request(endpoint, encodeURIComponent(malformed))).status).toBe(404)
    }
  })
})

test('whoever has the link sees what stands on the invoice and nothing else, and search engines keep off', async () => {
  const made = await makeInvoice(app, owner.cookie, {
    client: clientInput({ email: 'reader@example.com' }),
    paymentTerms: '2_10_net_30',
  })
  const answer = await request(getPublicInvoice, made.id)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  // Strict: a field that is not named by the schema is refused.
  const document = await answerOf(getPublicInvoice, answer)
  expect(document).toMatchObject({
    number: made.number,
    status: 'pending',
    totals: { totalMinor: 169_811 },
    earlyPayment: { until: '2026-11-11', amountMinor: 166_415 },
    amountDueMinor: 166_415,
  })
  const text = JSON.stringify(document)
  for (const hidden of [businessId, owner.session.user.id, made.client.id ?? 'no client', made.id]) {
    expect(text).not.toContain(hidden)
  }
})

test('the PDF is a download under the number of the invoice', async () => {
  const answer = await request(getInvoicePdf, id)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Invoice-${id.slice(0, 8).toUpperCase()}.pdf"`,
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  })
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

describe('limits', () => {
  async function useUp(key: string, count: number) {
    await app.database.platform.query(
      `insert into platform.rate_limits (key, count, window_ends_at) values ($1, $2, now() + interval '5 minutes')`,
      [key, count],
    )
  }

  test('one network address gets 600 answers in ten minutes, others are not affected', async () => {
    const ip = '192.0.2.1'
    await useUp(`public-invoice:ip:${ip}`, 599)
    expect((await request(getPublicInvoice, id, { ip })).status).toBe(200)
    const refused = await request(getPublicInvoice, id, { ip })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await request(getPublicInvoice, id)).status).toBe(200)
  })

  test('and 120 PDFs', async () => {
    const ip = '192.0.2.2'
    await useUp(`invoice-pdf:ip:${ip}`, 119)
    expect((await request(getInvoicePdf, id, { ip })).status).toBe(200)
    expect((await request(getInvoicePdf, id, { ip })).status).toBe(429)
    expect((await request(getPublicInvoice, id, { ip })).status).toBe(200)
  })
})

describe('mail from the public page', () => {
  const mailsOf = (invoiceId: string) =>
    read<{ to: string; kind: string; state: string }>(
      'select to_address as "to", kind, state from mails where invoice_id = $1',
      invoiceId,
    )

  test('goes to the client on the invoice and to nobody else, three times an hour', async () => {
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => (await request(emailPublicInvoice, id)).status),
    )
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429])
    const refused = await request(emailPublicInvoice, id)
    expect(refused.status).toBe(429)
    expect(await problemOf(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const mail = { to: 'client@example.com', kind: 'invoice', state: 'queued' }
    expect(await mailsOf(id)).toEqual([mail, mail, mail])
    expect(await read('select sent_at is not null as sent from invoices where id = $1', id)).toEqual([
      { sent: true },
    ])
    const other = await addInvoiceRow(app.database, businessId)
    const answer = await request(emailPublicInvoice, other)
    // Reported to whoever has the link: no address.
    expect(await answer.json()).toEqual({ state: 'queued' })
  })

  test('no address can be slipped in', async () => {
    const answer = await app.app.request(`/api/v1/public/invoices/${id}/email?to=eve@evil.example`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ to: 'eve@evil.example' }),
    })
    expect(answer.status).toBe(200)
    expect(await mailsOf(id)).toMatchObject([{ to: 'client@example.com' }])
  })

  test('one that could not be made gives its place back', async () => {
    const change = (values: Partial<typeof invoices.$inferInsert>) =>
      withTenant(app.database, businessId, (tx) =>
        tx.db.update(invoices).set(values).where(eq(invoices.id, id)),
      )
    // Its parts do not add up to its total, so no mail can be made of it.
    await change({ lines: [{ description: 'Too much', quantity: 1000, rateMinor: 1 }] })
    for (let n = 0; n < 4; n++) expect((await request(emailPublicInvoice, id)).status).toBe(500)
    expect(await mailsOf(id)).toEqual([])
    await change({ lines: null })
    for (let n = 0; n < 3; n++) expect((await request(emailPublicInvoice, id)).status).toBe(200)
    expect((await request(emailPublicInvoice, id)).status).toBe(429)
  })
})

test('of the id in a link no more than the beginning is logged', async () => {
  for (const path of [
    `/api/v1/public/invoices/${id}`,
    `/api/v1/public/invoices/${id}/pdf`,
    `/api/v1/files/${id}`,
    `/invoices/${id}/view`,
    `/invoices/${id.replaceAll('-', '%2D')}/view`,
    `/nowhere/${id}`,
  ]) {
    app.log.length = 0
    await app.app.request(path)
    const logged = app.log.filter((line) => line.includes('"path"'))
    expect(logged.length).toBeGreaterThan(0)
    for (const line of logged) expect(line).toContain(`/${id.slice(0, 8)}…`)
    expect(app.log.join()).not.toContain(id)
    expect(app.log.join()).not.toContain(id.slice(24))
  }
})

describe('a look', () => {
  const looksOf = (invoiceId: string) =>
    read<{ viewed_at: Date | null; events: number; version: number }>(
      `select viewed_at, version, (select count(*)::int from invoice_events e
         where e.invoice_id = invoices.id and kind = 'viewed') as events
       from invoices where id = $1`,
      invoiceId,
    )

  async function letAnHourPass(invoiceId: string) {
    const client = new pg.Client({ connectionString: app.url })
    await client.connect()
    await client.query('begin')
    await client.query(`select set_config('app.business_id', $1, true)`, [businessId])
    await client.query('alter table invoice_events no force row level security')
    await client.query(`update invoice_events set at = at - interval '61 minutes' where invoice_id = $1`, [
      invoiceId,
    ])
    await client.query('alter table invoice_events force row level security')
    await client.query('commit')
    await client.end()
  }

  test('by the client is noted once, however many come at the same time', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => request(noteInvoiceView, id)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await looksOf(id)).toEqual([{ viewed_at: expect.any(Date), events: 1, version: 1 }])
  })

  test('is noted again after an hour, while the first one stays the first', async () => {
    await request(noteInvoiceView, id)
    const [first] = await looksOf(id)
    await letAnHourPass(id)
    await request(noteInvoiceView, id)
    expect(await looksOf(id)).toEqual([{ ...first, events: 2 }])
  })

  test('by the business itself does not count; by another business it does', async () => {
    expect((await request(noteInvoiceView, id, { cookie: owner.cookie })).status).toBe(204)
    expect(await looksOf(id)).toMatchObject([{ viewed_at: null, events: 0 }])
    const other = await app.signUpAndIn()
    expect((await request(noteInvoiceView, id, { cookie: other.cookie })).status).toBe(204)
    expect(await looksOf(id)).toMatchObject([{ viewed_at: expect.any(Date), events: 1 }])
  })
})
