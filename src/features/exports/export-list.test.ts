import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../../test/support/exports/parse-csv.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { exportData } from '../account/contract.ts'
import { exportClients } from '../clients/contract.ts'
import { exportExpenses } from '../expenses/contract.ts'
import { exportInvoices } from '../invoices/contract.ts'
import { exportTransactions } from '../transactions/contract.ts'

const lists = [exportInvoices, exportExpenses, exportTransactions, exportClients]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUp(clientCount = 0) {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into clients (business_id, created_by, company_name, email, address)
       select $1, $1, 'Client ' || lpad(n::text, 5, '0'), 'client' || n || '@example.com',
         (select string_agg(md5(n || '-' || part), '') from generate_series(1, 15) part)
       from generate_series(1, $2::int) n`,
      [businessId, clientCount],
    ),
  )
  const download = (format: 'csv' | 'xlsx' = 'csv') =>
    app.send(exportClients, { query: { format } }, { cookie })
  return { cookie, businessId, download }
}

/** How many transactions of businesses are open. */
async function openTransactions(): Promise<number> {
  const owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  const { rows } = await owner.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'millrace_app' and xact_start is not null`,
  )
  await owner.end()
  return rows[0]?.open ?? 0
}

test('the Free plan exports no list, and says so', async () => {
  const { cookie, businessId } = await signUp()
  await setPlan(app, businessId, 'free')
  for (const list of lists) {
    for (const format of ['csv', 'xlsx'] as const) {
      const refused = await app.send(list, { query: { format } }, { cookie })
      expect(refused.status).toBe(403)
      expect(await problemOf(refused)).toMatchObject({
        code: 'PLAN_REQUIRED',
        message: 'Exporting lists is part of the Pro plan.',
      })
    }
  }
})

test('an empty list is a file with its columns, under the name of the list and the day', async () => {
  const { cookie } = await signUp()
  for (const list of lists) {
    const response = await app.send(list, { query: { format: 'csv' } }, { cookie })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect((await buffer(response.body!)).toString()).toMatch(/^\u{feff}[^\r\n]+\r\n$/u)
    const workbook = await app.send(list, { query: { format: 'xlsx' } }, { cookie })
    expect(workbook.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    await buffer(workbook.body!)
  }
})

test('an unknown format, filter or cursor is refused', async () => {
  const { cookie } = await signUp()
  for (const query of ['', '?format=pdf', '?format=csv&after=abc', '?format=csv&status=lost']) {
    const refused = await app.app.request(exportInvoices.path + query, { headers: { cookie } })
    expect([query, refused.status]).toEqual([query, 422])
  }
})

test('it shows one moment, whatever happens while it is read', async () => {
  const { businessId, download } = await signUp(3000)
  const response = await download()
  const reader = response.body!.getReader()
  const chunks = [(await reader.read()).value!]
  await withTenant(app.database, businessId, ({ client }) => client.query('delete from clients'))
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  const rows = parseCsv(Buffer.concat(chunks).toString())
  expect(rows).toHaveLength(3000)
  expect(rows[2999]).toMatchObject({ Company: 'Client 03000' })
})

test('one export of a business at a time, of whichever kind; a reader that leaves gives its connection back', async () => {
  const { cookie, download } = await signUp(3000)
  for (const format of ['csv', 'xlsx'] as const) {
    const first = await download(format)
    const reader = first.body!.getReader()
    await reader.read()
    for (const refused of [await download(), await app.send(exportData, {}, { cookie })]) {
      expect(refused.status).toBe(429)
      expect((await problemOf(refused)).message).toContain('already running')
    }
    await reader.cancel()
    await expect.poll(openTransactions).toBe(0)
  }
  expect((await buffer((await download()).body!)).length).toBeGreaterThan(500_000)
})

test('only asking what there is leaves nothing behind', async () => {
  const { cookie, download } = await signUp()
  const head = await app.app.request(`${exportClients.path}?format=xlsx`, {
    method: 'HEAD',
    headers: { cookie },
  })
  expect(head.status).toBe(200)
  await expect
    .poll(async () => {
      const { status, body } = await download()
      await body?.cancel()
      return status
    })
    .toBe(200)
})

test('a connection that breaks breaks the file instead of ending it', async () => {
  const { download } = await signUp(3000)
  for (const format of ['csv', 'xlsx'] as const) {
    const response = await download(format)
    const reader = response.body!.getReader()
    await reader.read()
    const owner = new pg.Client({ connectionString: app.url })
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'millrace_app' and xact_start is not null`,
    )
    await owner.end()
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('the export came to no end')
  }
  expect((await buffer((await download()).body!)).length).toBeGreaterThan(500_000)
})

test('a suspended owner exports nothing', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await setPlan(app, session.business.id, 'pro')
  await app.database.auth.query('update auth.users set suspended_at = now() where id = $1', [session.user.id])
  const refused = await app.send(exportClients, { query: { format: 'csv' } }, { cookie })
  expect(refused.ok).toBe(false)
})

test('sixty an hour, over all lists', async () => {
  const { cookie, businessId, download } = await signUp()
  await app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 59, now() + interval '1 hour')`,
    [`export-list:${businessId}`],
  )
  await buffer((await download()).body!)
  const refused = await app.send(exportInvoices, { query: { format: 'csv' } }, { cookie })
  expect(refused.status).toBe(429)
  expect((await problemOf(refused)).message).toContain('60 times an hour')
})
