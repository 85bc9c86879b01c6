import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { asOwner, makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { defaultStyle } from '../business/contract.ts'
import { toColumns, totalsFor } from './columns.ts'
import { createInvoice, getInvoice } from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { newInvoiceColumns, insertInvoice } from './insert-invoice.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 10 })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const send = (body: unknown) =>
  app.send(createInvoice, { body: body as InvoiceInput & { requestId: string } }, { cookie })
const request = (overrides: Partial<InvoiceInput> = {}) => ({
  ...invoiceInput(overrides),
  requestId: randomUUID(),
})

async function rowsOf<Row extends object>(sql: string): Promise<Row[]> {
  const { rows } = await withTenant(app.database, businessId, ({ client }) => client.query<Row>(sql))
  return rows
}
const countOf = async (table: string) => (await rowsOf(`select id from ${table}`)).length

test('stores what was written with totals of its own, and answers with it', async () => {
  const input = invoiceInput({ sendReminder: true, notes: ' Thank you ' })
  const made = await makeInvoice(app, cookie, input)
  expect(made).toMatchObject({
    number: made.id.slice(0, 8).toUpperCase(),
    version: 1,
    company: input.company,
    client: { ...input.client, id: expect.any(String) },
    charge: input.charge,
    notes: 'Thank you',
    totals: {
      lineMinor: [18_000, 150_000, 4999],
      subtotalMinor: 172_999,
      discountMinor: 17_300,
      taxableMinor: 155_699,
      taxesMinor: [12_612],
      totalMinor: 169_811,
    },
    publicUrl: `http://localhost:3000/invoices/${made.id}/view`,
    sentAt: null,
  })
  const read = await answerOf(getInvoice, await app.send(getInvoice, { params: { id: made.id } }, { cookie }))
  expect(read).toEqual(made)
  expect(await rowsOf('select kind from invoice_events')).toEqual([{ kind: 'created' }])
})

test('one amount, a due date in the past, before the issue date, and $0 are all accepted', async () => {
  const charge = { kind: 'amount', amountMinor: 0 } as const
  const made = await makeInvoice(app, cookie, {
    charge,
    paymentTerms: 'custom',
    issueDate: '2026-11-01',
    dueDate: '2020-01-01',
  })
  expect(made).toMatchObject({ charge, status: 'overdue', totals: { totalMinor: 0 } })
})

test('without a currency it is in the home currency, with its limits', async () => {
  await rowsOf("update businesses set currency = 'EUR'")
  const { currency: _currency, ...body } = request({ charge: { kind: 'amount', amountMinor: 1500 } })
  const made = await answerOf(createInvoice, await send(body))
  expect(made).toMatchObject({ currency: 'EUR', totals: { totalMinor: 1500 } })

  const tooHigh = { description: 'x', quantity: 0, rateMinor: 100_000_000_000 }
  const charge = { kind: 'lines', lines: [tooHigh], discount: null, taxes: [], fees: [] }
  const problem = await problemOf(await send({ ...body, charge, requestId: randomUUID() }))
  expect(Object.keys(problem.fields ?? {})).toEqual(['charge.lines.0.rateMinor'])
})

describe('is refused, and leaves nothing behind,', () => {
  const { charge } = invoiceInput()
  const lines = charge.kind === 'lines' ? charge : undefined
  test.each([
    ['with a business id', { business_id: randomUUID() }, 'business_id'],
    ['with another spelling of it', { businessId: randomUUID() }, 'businessId'],
    ['with a status', { status: 'paid' }, 'status'],
    ['with a number', { number: '00000000' }, 'number'],
    ['with totals', { totals: { totalMinor: 1 } }, 'totals'],
    ['with an amount beside the lines', { charge: { ...charge, amountMinor: 1 } }, 'charge.amountMinor'],
    [
      'with a line that brings its own total',
      { charge: { ...lines, lines: [{ description: 'x', quantity: 1, rateMinor: 1, minor: 5 }] } },
      'charge.lines.0.minor',
    ],
    [
      'with a discount above the subtotal',
      { charge: { ...lines, discount: { kind: 'fixed', value: 172_999 + 1, description: '' } } },
      'charge.discount.value',
    ],
    [
      'when it is too large',
      {
        charge: {
          ...lines,
          lines: [{ description: 'x', quantity: 9_999_999_999, rateMinor: 99_999_999_999 }],
        },
      },
      'charge',
    ],
    ['with a currency that does not exist', { currency: 'XXX' }, 'currency'],
    [
      'with a rate above the limit of its currency',
      {
        charge: { ...lines, lines: [{ description: 'x', quantity: 0, rateMinor: 100_000_000_000 }] },
      },
      'charge.lines.0.rateMinor',
    ],
    ['with a due date that the terms do not lead to', { dueDate: '2026-12-02' }, 'dueDate'],
    ['with a day that no calendar has', { issueDate: '2026-02-30' }, 'issueDate'],
    ['with a NUL in a text', { notes: 'a\0b' }, 'notes'],
    [
      'with half a character in a line',
      { charge: { ...lines, lines: [{ description: '\uD800', quantity: 1, rateMinor: 1 }] } },
      'charge.lines.0.description',
    ],
    ['with a logo that is not there', { logoId: randomUUID() }, 'logoId'],
  ])('%s', async (_what, change, field) => {
    const response = await send({ ...request(), ...change })
    expect(response.status).toBe(422)
    const problem = await problemOf(response)
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(Object.keys(problem.fields ?? {})).toContain(field)
    expect(await countOf('invoices')).toBe(0)
    expect(await countOf('clients')).toBe(0)
  })

  test('with an amount above the limit, which the message says in the currency', async () => {
    const billion = { kind: 'amount', amountMinor: 100_000_000_000 } as const
    const messageFor = async (currency: string) =>
      (await problemOf(await send({ ...request(), charge: billion, currency }))).fields
    expect(await messageFor('USD')).toEqual({
      'charge.amountMinor': 'The amount can be at most $999,999,999.99.',
    })
    expect(await messageFor('EUR')).toEqual({
      'charge.amountMinor': 'The amount can be at most €999,999,999.99.',
    })
    expect((await send({ ...request(), charge: billion, currency: 'VND' })).status).toBe(200)
  })

  test('with the logo of another business', async () => {
    const other = await app.signUpAndIn()
    const logoId = await withTenant(app.database, other.session.business.id, async ({ client }) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into files (business_id, kind, content_type, width, height, bytes)
         values ($1, 'logo', 'image/png', 3, 2, '') returning id`,
        [other.session.business.id],
      )
      return rows[0]!.id
    })
    const body = request({ logoId })
    const response = await send(body)
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ fields: { logoId: expect.any(String) } })
    const own = await app.send(createInvoice, { body }, { cookie: other.cookie })
    expect(await answerOf(createInvoice, own)).toMatchObject({
      logoId,
      logo: { id: logoId, width: 3, height: 2 },
    })
  })
})

test('the same request twice, also twice at once, makes one invoice', async () => {
  const body = request({ client: clientInput({ email: 'first@example.com' }) })
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)))
  const made = await Promise.all(answers.map((answer) => answerOf(createInvoice, answer)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const again = await answerOf(createInvoice, await send(body))
  expect(again).toEqual(made[0])
  expect(await countOf('invoices')).toBe(1)
  expect(await countOf('invoice_events')).toBe(1)
})

test('a request that comes again changes neither the invoice nor its client', async () => {
  const body = request()
  const first = await answerOf(createInvoice, await send(body))
  await makeInvoice(app, cookie, { client: clientInput({ name: 'Renamed Client' }) })
  expect(await answerOf(createInvoice, await send(body))).toEqual(first)
  expect(await rowsOf('select company_name from clients')).toEqual([{ company_name: 'Renamed Client' }])
})

test('another business may use the same request id', async () => {
  const body = request()
  const first = await answerOf(createInvoice, await send(body))
  const other = await app.signUpAndIn()
  const second = await app.send(createInvoice, { body }, { cookie: other.cookie })
  expect((await answerOf(createInvoice, second)).id).not.toBe(first.id)
})

test('100 invoices made 8-wide all succeed, with 100 numbers and one client for each address', async () => {
  await setPlan(app, businessId, 'pro')
  const waiting = Array.from({ length: 100 }, (_, index) =>
    request({
      client: clientInput({ name: `Client ${index % 7}`, email: `client-${index % 7}@example.com` }),
    }),
  )
  const numbers: string[] = []
  const work = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      numbers.push((await answerOf(createInvoice, await send(body))).number)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(new Set(numbers).size).toBe(100)
  expect(await countOf('invoices')).toBe(100)
  const linked = await rowsOf<{ email: string; invoices: number }>(
    `select c.email, count(*)::int as invoices from clients c join invoices i on i.client_id = c.id
     where i.client_email = c.email group by c.email order by c.email`,
  )
  expect(linked.map(({ email }) => email)).toEqual(
    Array.from({ length: 7 }, (_, index) => `client-${index}@example.com`),
  )
  expect(linked.reduce((total, { invoices }) => total + invoices, 0)).toBe(100)
})

test('a number that is taken is drawn again', async () => {
  const made = await makeInvoice(app, cookie)
  const drawn = [`${made.id.slice(0, 8)}-0000-4000-8000-000000000001`, randomUUID()]
  const input = invoiceInput()
  const content = toColumns(input, totalsFor(input.charge, input), null)
  const origin = { businessId, createdBy: randomUUID(), requestId: randomUUID() }
  const stored = await withTenant(app.database, businessId, (tx) =>
    insertInvoice(
      tx,
      { ...newInvoiceColumns(new Date(), { style: defaultStyle, locale: 'en-US' }), ...origin, ...content },
      { event: 'created', numbering: null },
      () => drawn.shift() ?? '',
    ),
  )
  expect(drawn).toEqual([])
  expect(stored.number).not.toBe(made.number)
  expect(await countOf('invoices')).toBe(2)
})

test('when the client cannot be saved, the invoice is still made and the reason is logged', async () => {
  await asOwner(app, 'clients', `alter table clients add constraint broken check (company_name <> 'Broken')`)
  try {
    const made = await makeInvoice(app, cookie, { client: clientInput({ name: 'Broken' }) })
    expect(made.client).toMatchObject({ id: null, name: 'Broken' })
    expect(await countOf('clients')).toBe(0)
    expect(await countOf('invoices')).toBe(1)
    const warning = app.log.find((line) => line.includes('could not be saved'))
    expect(JSON.parse(warning ?? '{}')).toMatchObject({ requestId: expect.any(String) })
  } finally {
    await asOwner(app, 'clients', 'alter table clients drop constraint broken')
  }
})

test('empty fields of the profile are filled once, from the first invoice that has them', async () => {
  const { company } = invoiceInput()
  await makeInvoice(app, cookie, { company: { ...company, phone: '', contactName: '' } })
  await makeInvoice(app, cookie, { company: { ...company, address: 'Elsewhere', phone: '1' } })
  await makeInvoice(app, cookie, { company: { ...company, email: 'other@example.com', phone: '2' } })
  expect(await rowsOf('select name, email, phone, address, contact_name from businesses')).toEqual([
    {
      name: 'Test Business',
      email: company.email,
      phone: '1',
      address: company.address,
      // What the form took from the owner stays the owner's.
      contact_name: '',
    },
  ])
})
