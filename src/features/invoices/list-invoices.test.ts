import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markPaid } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { getInvoiceSummary, listInvoices } from './contract.ts'

type Query = NonNullable<RequestOf<typeof listInvoices>['query']>

let app: TestApp
// In Zurich the day of the 16th has begun.
const now = new Date('2026-11-15T23:30:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

interface Stored {
  dueDate: string
  clientName?: string
  minor?: number
}

/** Straight into the table: a list wants more invoices than a test has time to make. */
async function store(businessId: string, invoices: Stored[]): Promise<string[]> {
  const ids = invoices.map(() => randomUUID())
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name,
         client_email, issue_date, due_date, payment_terms, subtotal_minor, discount_minor, tax_minor, fees_minor,
         total_minor, send_option, send_reminder)
       select $1, id, upper(left(id::text, 8)), $1, 'Co', 'co@example.com', name, 'client@example.com', due, due,
         'custom', minor, 0, 0, 0, minor, 'do_not_send', false
       from unnest($2::uuid[], $3::text[], $4::date[], $5::bigint[]) as given (id, name, due, minor)`,
      [
        businessId,
        ids,
        invoices.map(({ clientName }) => clientName ?? 'Test Client'),
        invoices.map(({ dueDate }) => dueDate),
        invoices.map(({ minor }) => minor ?? 100),
      ],
    ),
  )
  return ids
}

async function signUpWith(invoices: Stored[]) {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  const ids = await store(businessId, invoices)
  const read = async (query: Query = {}) =>
    answerOf(listInvoices, await app.send(listInvoices, { query }, { cookie }))
  const names = async (query: Query) =>
    (await read(query)).invoices.map(({ clientName }) => clientName).toSorted()
  return { cookie, businessId, ids, read, names }
}

const manyDates = Array.from({ length: 400 }, (_, index) => ({
  dueDate: `2026-${String((index % 4) + 9).padStart(2, '0')}-15`,
  clientName: index % 3 === 0 ? 'Mill & Sons' : 'Other',
}))

describe('paging', () => {
  test.each([
    ['all', {}, 400],
    ['those of one status', { status: 'overdue' }, 300],
    ['those that a search finds', { search: 'mill' }, 134],
    ['those of one status that a search finds', { search: 'MILL', status: 'overdue' }, 100],
  ] as const)('visits each of %s exactly once, forwards and back', async (_what, filter, expected) => {
    const { read } = await signUpWith(manyDates)
    const pages = await walkPages(
      (cursor) => read({ ...filter, ...cursor }),
      ({ invoices }) => invoices.map(({ dueDate, id }) => `${dueDate} ${id}`),
    )
    const order = pages.flat()
    expect(new Set(order).size).toBe(expected)
    expect(order).toHaveLength(expected)
    expect(order).toEqual(order.toSorted().toReversed())
  })

  test('exactly one page has no other', async () => {
    const { read } = await signUpWith(manyDates.slice(0, 50))
    expect(await read()).toMatchObject({ next: null, previous: null })
    const empty = await signUpWith([])
    expect(await empty.read()).toEqual({ invoices: [], next: null, previous: null })
  })

  test('when everything behind a place is gone, the list begins anew', async () => {
    const { read, ids, businessId } = await signUpWith(manyDates.slice(0, 51))
    const first = await read()
    const kept = new Set(first.invoices.map(({ id }) => id))
    const last = ids.find((id) => !kept.has(id))
    await withTenant(app.database, businessId, ({ client }) =>
      client.query('delete from invoices where id = $1', [last]),
    )
    expect(first.next).not.toBeNull()
    expect(await read({ after: first.next! })).toEqual({ ...first, next: null })
  })

  test.each([
    ['after', 'nonsense'],
    ['before', 'nonsense'],
    ['after', ''],
    ['before', Buffer.from('2026-13-01:00000000-0000-4000-8000-000000000000').toString('base64url')],
    ['after', Buffer.from(`2026-12-01:' or true`).toString('base64url')],
  ])('as a place, %s=%s is refused by name', async (field, value) => {
    const { cookie } = await signUpWith([])
    const response = await app.send(listInvoices, { query: { [field]: value } }, { cookie })
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test('two places at once are refused', async () => {
    const { cookie, read } = await signUpWith(manyDates.slice(0, 60))
    const { next } = await read()
    const response = await app.send(listInvoices, { query: { after: next!, before: next! } }, { cookie })
    expect(response.status).toBe(422)
  })
})

test('an item says what the row shows, with its payment link', async () => {
  const { read, ids } = await signUpWith([{ dueDate: '2026-12-01', clientName: 'Mill', minor: 12_345 }])
  expect((await read()).invoices).toEqual([
    {
      id: ids[0],
      number: ids[0]?.slice(0, 8).toUpperCase(),
      clientName: 'Mill',
      clientEmail: 'client@example.com',
      issueDate: '2026-12-01',
      dueDate: '2026-12-01',
      currency: 'USD',
      totalMinor: 12_345,
      creditNotesMinor: 0,
      openMinor: 12_345,
      isDisputed: false,
      status: 'pending',
      approval: null,
      sentAt: null,
      mail: null,
      viewedAt: null,
      remindedAt: null,
      nextReminderAt: null,
      remindersPausedBy: null,
      seriesId: null,
      hasTestPayments: false,
      publicUrl: `http://localhost:3000/invoices/${ids[0]}/view`,
    },
  ])
})

test('an item says when it was last chased, when it will be next, or who stopped that', async () => {
  const { read, ids, businessId } = await signUpWith([{ dueDate: '2026-12-05' }, { dueDate: '2026-12-04' }])
  await withTenant(app.database, businessId, async ({ client }) => {
    await client.query(
      `update invoices set send_reminder = true, reminders_since = '2026-11-01T00:00:00Z',
         reminded_at = '2026-11-02T08:00:00Z'`,
    )
    await client.query(
      `update invoices set reminders_paused_at = now(), reminders_paused_by = 'client' where id = $1`,
      [ids[1]],
    )
  })
  const remindedAt = '2026-11-02T08:00:00.000Z'
  expect((await read()).invoices).toMatchObject([
    { id: ids[0], remindedAt, nextReminderAt: '2026-12-02T08:00:00.000Z', remindersPausedBy: null },
    { id: ids[1], remindedAt, nextReminderAt: null, remindersPausedBy: 'client' },
  ])
})

test('an item says where its newest mail stands', async () => {
  const { read, ids, businessId } = await signUpWith(
    ['2026-12-05', '2026-12-04', '2026-12-03', '2026-12-02', '2026-12-01'].map((dueDate) => ({ dueDate })),
  )
  // Each but the last was mailed twice; the newest is what counts.
  const newest = ['held', 'queued', 'sent', 'failed']
  await withTenant(app.database, businessId, async ({ client }) => {
    await client.query('update invoices set sent_at = now() where id = any($1)', [ids.slice(0, 4)])
    await client.query(
      `insert into mails (business_id, invoice_id, kind, from_address, to_address, subject, state, created_at)
       select $1, id, 'invoice', 'a@example.com', 'b@example.com', 's', state, now() - age * interval '1 minute'
       from unnest($2::uuid[], $3::text[], $4::int[]) as given (id, state, age)`,
      [
        businessId,
        [...ids.slice(0, 4), ...ids.slice(0, 4)],
        [...newest, ...newest.toReversed()],
        [1, 1, 1, 1, 2, 2, 2, 2],
      ],
    )
  })
  for (const filter of [{}, { search: 'client' }]) {
    expect((await read(filter)).invoices.map(({ mail }) => mail)).toEqual([...newest, null])
  }
})

test('filters and sums follow the calendar of the business’s own time zone', async () => {
  const { cookie, businessId, ids, names } = await signUpWith([
    { clientName: 'long overdue', dueDate: '2020-01-01', minor: 1 },
    { clientName: 'since midnight', dueDate: '2026-11-15', minor: 20 },
    { clientName: 'due today', dueDate: '2026-11-16', minor: 300 },
    { clientName: 'due later', dueDate: '2027-01-01', minor: 4000 },
    { clientName: 'paid late', dueDate: '2020-01-01', minor: 50_000 },
    { clientName: 'paid early', dueDate: '2027-01-01', minor: 600_000 },
  ])
  await markPaid(app, businessId, ids[4]!)
  await markPaid(app, businessId, ids[5]!)
  expect(await names({ status: 'pending' })).toEqual(['due later', 'due today'])
  expect(await names({ status: 'overdue' })).toEqual(['long overdue', 'since midnight'])
  expect(await names({ status: 'paid' })).toEqual(['paid early', 'paid late'])
  expect(await names({ status: 'overdue', search: 'MIDNIGHT' })).toEqual(['since midnight'])
  expect(await names({ status: 'paid', search: 'due' })).toEqual([])
  const response = await app.send(getInvoiceSummary, {}, { cookie })
  expect(await answerOf(getInvoiceSummary, response)).toEqual({
    currency: 'USD',
    outstanding: { minor: 4321, count: 4, other: [] },
    paid: { minor: 650_000, count: 2, other: [] },
    overdue: { minor: 21, count: 2, other: [] },
    testMinor: 0,
  })
})

test('the sums of nothing are zero, and of the largest amounts exact', async () => {
  const empty = await app.signUpAndIn()
  const nothing = await answerOf(
    getInvoiceSummary,
    await app.send(getInvoiceSummary, {}, { cookie: empty.cookie }),
  )
  const none = { minor: 0, count: 0, other: [] }
  expect(nothing).toEqual({ currency: 'USD', outstanding: none, paid: none, overdue: none, testMinor: 0 })
  const { cookie } = await signUpWith(
    Array.from({ length: 101 }, () => ({ dueDate: '2020-01-01', minor: 99_999_999_999 })),
  )
  const response = await app.send(getInvoiceSummary, {}, { cookie })
  expect(await answerOf(getInvoiceSummary, response)).toMatchObject({
    outstanding: { minor: 10_099_999_999_899 },
    overdue: { minor: 10_099_999_999_899 },
  })
})

test('a search takes wildcards for the characters they are, and letters in any case', async () => {
  const dueDate = '2026-12-01'
  const { names } = await signUpWith(
    ['100% Wool', 'under_score', String.raw`back\slash`, 'Ärzte Zürich', 'plain'].map((clientName) => ({
      clientName,
      dueDate,
    })),
  )
  expect(await names({ search: '%' })).toEqual(['100% Wool'])
  expect(await names({ search: '_' })).toEqual(['under_score'])
  expect(await names({ search: '\\' })).toEqual([String.raw`back\slash`])
  expect(await names({ search: 'äRZTE zÜ' })).toEqual(['Ärzte Zürich'])
  expect(await names({ search: `' or true --` })).toEqual([])
  expect(await names({ search: 'client@example.com' })).toEqual([])
})

test('a search finds the beginning of a number, in any case', async () => {
  const { ids, read } = await signUpWith(manyDates.slice(0, 20))
  const found = async (search: string) => (await read({ search })).invoices.map(({ id }) => id)
  const [id = ''] = ids
  const number = id.slice(0, 8)
  for (const search of [number, number.toUpperCase(), `#${number}`, number.slice(0, 4)]) {
    expect(await found(search)).toContain(id)
  }
  for (const invoice of await found(number.slice(0, 3))) expect(invoice.slice(0, 3)).toBe(number.slice(0, 3))
  expect(await found(`${number}0`)).toEqual([])
})

test('a search finds a total and a balance due, however the amount is written', async () => {
  const dueDate = '2026-12-01'
  const { businessId, ids, names } = await signUpWith([
    { dueDate, clientName: 'Whole', minor: 125_000 },
    { dueDate, clientName: 'Part paid', minor: 185_000 },
    { dueDate, clientName: 'Paid', minor: 125_000 },
    { dueDate: '2026-11-01', clientName: 'Overdue', minor: 125_000 },
    { dueDate, clientName: 'Nearly', minor: 125_001 },
    { dueDate, clientName: 'Studio 1250', minor: 125_000 },
    { dueDate, clientName: 'Wholesale', minor: 12_500 },
  ])
  await markPaid(app, businessId, ids[2]!)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('update invoices set received_minor = 60000 where id = $1', [ids[1]]),
  )
  const all = ['Overdue', 'Paid', 'Part paid', 'Studio 1250', 'Whole']
  for (const search of ['1250', '1,250', '1250.00', '$1,250.00', '1250.0', '$ 1250']) {
    expect([search, await names({ search })]).toEqual([search, all])
  }
  expect(await names({ search: '1,850' })).toEqual(['Part paid'])
  expect(await names({ search: '1250', status: 'paid' })).toEqual(['Paid'])
  expect(await names({ search: '1250', status: 'overdue' })).toEqual(['Overdue'])
  expect(await names({ search: '1250', status: 'pending' })).toEqual(['Part paid', 'Studio 1250', 'Whole'])
  expect(await names({ search: '-1250' })).toEqual([])
  // A paid invoice has no balance due.
  expect(await names({ search: '0.00' })).toEqual([])
  expect(await names({ search: '1250.01' })).toEqual(['Nearly'])
})

test('a search for an amount finds it in every currency, each with its own decimals', async () => {
  const dueDate = '2026-12-01'
  const { businessId, ids, names } = await signUpWith([
    { dueDate, clientName: 'Dollars', minor: 123_400 },
    { dueDate, clientName: 'Yen', minor: 1234 },
    { dueDate, clientName: 'Dinars', minor: 1_234_000 },
    { dueDate, clientName: 'Few dinars', minor: 1234 },
    { dueDate, clientName: 'Few dollars', minor: 1234 },
  ])
  for (const [index, currency] of ['USD', 'JPY', 'KWD', 'KWD', 'USD'].entries()) {
    await withTenant(app.database, businessId, ({ client }) =>
      client.query('update invoices set currency = $2 where id = $1', [ids[index], currency]),
    )
  }
  expect(await names({ search: '1234' })).toEqual(['Dinars', 'Dollars', 'Yen'])
  expect(await names({ search: '1,234.00' })).toEqual(['Dinars', 'Dollars'])
  expect(await names({ search: '12.34' })).toEqual(['Few dollars'])
  // It can mean 1234 and a little more than 1.
  expect(await names({ search: '1.234' })).toEqual(['Dollars', 'Few dinars', 'Yen'])
  expect(await names({ search: '¥1,234' })).toEqual(['Dinars', 'Dollars', 'Few dinars', 'Yen'])
  await markPaid(app, businessId, ids[1]!)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('update invoices set received_minor = 234000 where id = $1', [ids[2]]),
  )
  expect(await names({ search: '1000' })).toEqual(['Dinars'])
  expect(await names({ search: '1234', status: 'paid' })).toEqual(['Yen'])
})

test('another business’s invoices are in no list, no search and no sum', async () => {
  const { ids } = await signUpWith([{ dueDate: '2026-12-01', clientName: 'Theirs' }])
  const { cookie, read } = await signUpWith([])
  expect((await read()).invoices).toEqual([])
  for (const search of ['theirs', ids[0]!.slice(0, 8), '1.00']) {
    expect((await read({ search })).invoices).toEqual([])
  }
  const response = await app.send(getInvoiceSummary, {}, { cookie })
  expect(await answerOf(getInvoiceSummary, response)).toMatchObject({ outstanding: { count: 0 } })
})
