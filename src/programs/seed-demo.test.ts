import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/test-database.ts'
import { completeContent, invoiceContentSchema } from '../features/invoices/document/input-rules.ts'
import { seedDemo } from './seed-demo.ts'

let testDatabase: TestDatabase
let owner: pg.Client
let count: number
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  count = (await seedDemo(testDatabase.database)).invoices
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

async function rows(text: string): Promise<Record<string, string>[]> {
  return (await owner.query<Record<string, string>>(text)).rows
}

test('the demo business lacks nothing in its profile, with a telephone number that nobody has', async () => {
  const [business] = await rows('select name, email, phone, address, contact_name from businesses')
  expect(Object.entries(business!).filter(([, value]) => !value)).toEqual([])
  expect(business!['phone']).toMatch(/\b555-01\d\d$/)
  expect(business!['email']).toMatch(/\.example$/)
})

test('every invoice of it carries the same details', async () => {
  const invoices = await rows(
    'select company_name as name, company_email as email, company_phone as phone, company_address as address, contact_name from invoices',
  )
  const [business] = await rows('select name, email, phone, address, contact_name from businesses')
  expect(invoices.length).toBe(count)
  for (const invoice of invoices) expect(invoice).toEqual(business)
})

test('unpaid invoices have a reminder planned, unless its day has passed', async () => {
  const invoices = await rows(
    `select i.number, next_reminder_at is not null as planned,
       (due_date - 3 + time '09:00') at time zone b.time_zone > reminders_since as ahead
     from invoices i join businesses b on b.id = i.business_id where status = 'pending'`,
  )
  expect(invoices.filter(({ planned, ahead }) => planned !== ahead)).toEqual([])
  expect(invoices.some(({ planned }) => planned)).toBe(true)
})

test('two of its recurring invoices run and one is paused, each with the invoices that it made', async () => {
  const series = await rows(
    `select s.client_name, s.paused_at is not null as paused, s.next_run_at > now() as runs,
       count(i.id)::int as made, max(i.issue_date) < s.next_on as goes_on
     from recurring_series s
     join recurring_periods p on p.series_id = s.id and p.state = 'made'
     join invoices i on i.id = p.invoice_id and i.series_id = s.id and i.series_period = p.period
     group by s.business_id, s.id order by s.client_name`,
  )
  expect(series).toEqual([
    { client_name: 'Corner Bookshop', paused: true, runs: null, made: 3, goes_on: true },
    { client_name: 'Harbour Street Bakery', paused: false, runs: true, made: 5, goes_on: true },
    { client_name: 'Lakeside Yoga', paused: false, runs: true, made: 3, goes_on: true },
  ])
})

test('the content of each recurring invoice can be used for the next one', async () => {
  const stored = await rows('select content from recurring_series')
  for (const { content } of stored) expect(invoiceContentSchema.safeParse(content).error).toBeUndefined()
})

test('it has items to choose from, and time that is not billed', async () => {
  expect(await rows('select count(*)::int as count from items')).toEqual([{ count: 9 }])
  expect(
    await rows('select count(*)::int as count, count(distinct client_id)::int as clients from time_entries'),
  ).toEqual([{ count: 4, clients: 2 }])
})

test('its estimates are open, accepted, declined and expired, and each can be invoiced', async () => {
  const stored = await rows(
    `select case when status = 'open' and valid_until < current_date then 'expired' else status end as status, content
     from estimates order by issue_date desc`,
  )
  expect(stored.map(({ status }) => status)).toEqual(['open', 'accepted', 'declined', 'expired'])
  for (const { content } of stored) {
    expect(invoiceContentSchema.safeParse(completeContent(content)).error).toBeUndefined()
  }
})

test('one invoice is in parts, with its deposit paid and the next part due first', async () => {
  const found = await rows(
    `select jsonb_array_length(parts) as parts, status, received_minor::int as received, open_minor::int as open,
       (due_date = (parts -> 1 ->> 'dueDate')::date) as next,
       (parts -> 1 ->> 'dueDate')::date > issue_date as later
     from invoices where parts is not null`,
  )
  expect(found).toEqual([
    { parts: 3, status: 'pending', received: 192_000, open: 288_000, next: true, later: true },
  ])
})

test('one client has written, which is in their timeline and not read yet', async () => {
  const found = await rows(
    `select m.author, m.read_at, e.kind from portal_messages m join client_events e on e.client_id = m.client_id`,
  )
  expect(found).toEqual([{ author: 'client', read_at: null, kind: 'message' }])
})

test('recurring expenses run too', async () => {
  const [found] = await rows('select count(*)::int as count from recurring_expenses where ended_at is null')
  expect(found).toEqual({ count: 4 })
})
