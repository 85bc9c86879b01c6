import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBusiness } from '../src/features/business/contract.ts'
import { listInvoices } from '../src/features/invoices/contract.ts'
import { queryTenant, withAuth, withPlatform, withTenant } from '../src/platform/db/transaction.ts'
import { addInvoiceRow } from './support/fixtures/invoice-rows.ts'
import { type TestApp, answerOf, createTestApp } from './support/test-app.ts'

let app: TestApp
let owner: pg.Client
const people: { cookie: string; businessId: string; name: string }[] = []

beforeAll(async () => {
  app = await createTestApp({ maxConnections: 12 })
  owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  // A table like those that later features add.
  await owner.query(`
    create table notes (id uuid primary key default gen_random_uuid(), business_id uuid not null, body text not null);
    call platform.protect_tenant_table('notes');
  `)
  for (let n = 0; n < 20; n++) {
    const name = `Business ${n}`
    const { cookie, session } = await app.signUpAndIn({ businessName: name })
    await addInvoiceRow(app.database, session.business.id, { clientName: name })
    people.push({ cookie, businessId: session.business.id, name })
  }
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const oneStatements = {
  one: 'select business_id from notes union all select id from businesses',
  'one-broken': 'select business_id, 1 / 0 from notes union all select id, 1 / 0 from businesses',
}

test('2,000 requests of 20 businesses at once, with failures among them, leak no row', async () => {
  const seed = 20_261
  const kinds = ['http', 'list', 'write', 'broken-sql', 'thrown', 'one', 'one-broken'] as const
  // Few connections are cut, because each has to be opened again.
  const anyKind = fc.oneof(
    { arbitrary: fc.constantFrom(...kinds), weight: 30 },
    { arbitrary: fc.constant('cut'), weight: 1 },
  )
  const plan = fc.sample(fc.record({ who: fc.nat(19), kind: anyKind }), {
    numRuns: 2000,
    seed,
  })
  const outcomes = { good: 0, failed: 0 }
  const cutter = new pg.Pool({ connectionString: app.url, max: 1 })

  async function one({ who, kind }: (typeof plan)[number]) {
    const { cookie, businessId, name } = people[who]!
    if (kind === 'http') {
      const business = await answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
      expect([business.id, business.name]).toEqual([businessId, name])
      outcomes.good++
      return
    }
    if (kind === 'list') {
      const { invoices } = await answerOf(
        listInvoices,
        await app.send(listInvoices, { query: {} }, { cookie }),
      )
      expect(invoices.map(({ clientName }) => clientName)).toEqual([name])
      outcomes.good++
      return
    }
    try {
      if (kind === 'one' || kind === 'one-broken') {
        const rows = await queryTenant(app.database, businessId, { text: oneStatements[kind] })
        expect(new Set(rows.map((row) => row['business_id']))).toEqual(new Set([businessId]))
        outcomes.good++
        return
      }
      await withTenant(app.database, businessId, async ({ client }) => {
        await client.query('insert into notes (business_id, body) values ($1, $2)', [businessId, name])
        const { rows } = await client.query(
          'select business_id from notes union all select id from businesses',
        )
        expect(new Set(rows.map((row) => row.business_id))).toEqual(new Set([businessId]))
        if (kind === 'broken-sql') await client.query('select 1 / 0')
        if (kind === 'thrown') throw new Error('injected')
        if (kind === 'cut') {
          const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
          await cutter.query('select pg_terminate_backend($1)', [found.rows[0]?.pid])
          await client.query('select 1')
        }
      })
      outcomes.good++
    } catch (error) {
      // A failed expectation must not count as an injected failure.
      if (error instanceof Error && error.name === 'AssertionError') throw error
      outcomes.failed++
    }
  }

  // Many more than there are connections, but few enough that none times out on a slow machine.
  const left = plan.values()
  const worker = async () => {
    for (const step of left) await one(step)
  }
  await Promise.all(Array.from({ length: 100 }, worker))
  await cutter.end()
  const good = new Set<string>(['http', 'list', 'write', 'one'])
  const expectedToFail = plan.filter(({ kind }) => !good.has(kind)).length
  expect(outcomes).toEqual({ good: 2000 - expectedToFail, failed: expectedToFail })

  const { rows } = await app.database.app.query(
    `select current_setting('app.business_id', true) as left_over`,
  )
  expect(rows[0].left_over || null).toBeNull()
  for (const [index, { businessId, name }] of people.entries()) {
    const kept = await withTenant(app.database, businessId, async ({ client }) => {
      const found = await client.query('select body from notes')
      return found.rows.map((row) => row.body)
    })
    const written = plan.filter((step) => step.who === index && step.kind === 'write').length
    expect(kept).toEqual(Array(written).fill(name))
  }
})

describe('the database itself refuses', () => {
  test('a query outside a tenant transaction', async () => {
    const tables = [
      'businesses',
      'members',
      'mails',
      'notes',
      'files',
      'clients',
      'tax_rates',
      'items',
      'time_entries',
      'exchange_rates',
      'invoices',
      'invoice_events',
      'deleted_invoices',
      'credit_notes',
      'estimates',
      'reminder_settings',
      'reminder_steps',
      'reminders',
      'recurring_series',
      'recurring_periods',
      'invoice_templates',
      'expenses',
      'recurring_expenses',
      'recurring_expense_periods',
      'bank_connections',
      'bank_accounts',
      'bank_links',
      'unattached_bank_items',
      'transactions',
      'removed_transactions',
      'category_rules',
      'transaction_matches',
      'matching_settings',
      'payouts',
      'payout_entries',
      'payout_accounts',
      'report_settings',
      'period_changes',
    ]
    for (const table of tables) {
      await expect(app.database.app.query(`select * from ${table}`)).rejects.toThrow(
        /app\.business_id|invalid input syntax for type uuid/,
      )
    }
  })

  test('to write a row for another business, or to move one there', async () => {
    const [mine, theirs] = people
    await expect(
      withTenant(app.database, mine!.businessId, ({ client }) =>
        client.query('insert into notes (business_id, body) values ($1, $2)', [theirs!.businessId, 'x']),
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(
      withTenant(app.database, mine!.businessId, async ({ client }) => {
        await client.query('insert into notes (business_id, body) values ($1, $2)', [mine!.businessId, 'x'])
        await client.query('update notes set business_id = $1', [theirs!.businessId])
      }),
    ).rejects.toThrow(/row-level security/)
  })

  test('the owner of the tables, too', async () => {
    const { rows } = await owner.query(
      `select row_security_active('notes') as held, rolsuper as above_all from pg_roles where rolname = current_user`,
    )
    // A superuser bypasses every rule of the database. The app does not use the embedded one.
    expect(rows[0].held).toBe(!rows[0].above_all)
  })

  test('each role what is not its own', async () => {
    const denied = /permission denied/
    const { businessId } = people[0]!
    await expect(
      withTenant(app.database, businessId, ({ client }) => client.query('select * from auth.users')),
    ).rejects.toThrow(denied)
    await expect(
      withTenant(app.database, businessId, ({ client }) => client.query('select data from pgboss.job')),
    ).rejects.toThrow(denied)
    await expect(
      withPlatform(app.database, ({ client }) => client.query('select * from businesses')),
    ).rejects.toThrow(denied)
    await expect(
      withPlatform(app.database, ({ client }) => client.query('select * from auth.users')),
    ).rejects.toThrow(denied)
    await expect(withAuth(app.database, ({ client }) => client.query('select * from mails'))).rejects.toThrow(
      denied,
    )
    await expect(
      withAuth(app.database, ({ client }) => client.query('delete from businesses')),
    ).rejects.toThrow(denied)
  })
})

test('whoever follows a link, or looks for what is due, can read whose it is and when, and nothing else', async () => {
  const { businessId } = people[0]!
  const id = await addInvoiceRow(app.database, businessId)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into recurring_series (business_id, id, created_by, content, client_name, total_minor, frequency,
         start_date, sends, next_on, created_at, updated_at)
       values ($1, $2, $1, '{}', 'Client', 1, 'weekly', '2026-11-01', true, '2026-11-01', now(), now())`,
      [businessId, id],
    ),
  )
  await withTenant(app.database, businessId, async ({ client }) => {
    await client.query(
      `insert into recurring_expenses (business_id, id, created_by, amount_minor, category, frequency, start_date,
         next_on, created_at, updated_at)
       values ($1, $2, $1, 1, 'Rent', 'monthly', '2026-11-01', '2026-11-01', now(), now())`,
      [businessId, id],
    )
    await client.query(
      `insert into bank_connections (business_id, id, created_by, source, environment, item_id, institution_id,
         institution_name, next_sync_at, created_at, updated_at)
       values ($1, $2, $1, 'demo', 'demo', 'item_1', 'chase', 'Chase', now(), now(), now())`,
      [businessId, id],
    )
    await client.query(
      `insert into bank_links (business_id, id, created_by, source, link_token, expires_at, created_at)
       values ($1, $2, $1, 'demo', 'sealed', now(), now())`,
      [businessId, id],
    )
    await client.query(
      `insert into unattached_bank_items (business_id, id, created_by, source, environment, end_at, created_at)
       values ($1, $2, $1, 'demo', 'demo', now(), now())`,
      [businessId, id],
    )
  })
  const read = (columns: string, table = 'invoices') =>
    withPlatform(
      app.database,
      async ({ client }) => (await client.query(`select ${columns} from ${table}`)).rows,
    )
  const readable = {
    invoices: [
      'business_id',
      'id',
      // A link leads to no invoice that waits for approval.
      'approval',
      'next_reminder_at',
      'next_late_fee_at',
      'autopay_at',
      'autopay_notice_at',
      'needs_rate',
    ],
    recurring_series: ['business_id', 'id', 'next_run_at'],
    recurring_expenses: ['business_id', 'id', 'next_run_at'],
    bank_connections: ['business_id', 'id', 'source', 'item_id', 'next_sync_at', 'state', 'webhook_url'],
    bank_links: ['business_id', 'id', 'source', 'link_token_hash', 'next_check_at'],
    unattached_bank_items: ['business_id', 'id', 'end_at'],
  }
  for (const [table, allowed] of Object.entries(readable)) {
    expect(await read(allowed.join(', '), table)).toContainEqual(
      expect.objectContaining({ business_id: businessId, id }),
    )
    const { rows: columns } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    )
    expect(columns.length).toBeGreaterThan(allowed.length + 5)
    for (const { name } of columns) {
      if (allowed.includes(name)) continue
      await expect(read(name, table), name).rejects.toThrow(/permission denied/)
    }
  }
  const closed = [
    'invoice_events',
    'deleted_invoices',
    'clients',
    'tax_rates',
    'items',
    'time_entries',
    'exchange_rates',
    'reminders',
    'reminder_settings',
  ]
  const ofMoney = ['recurring_expense_periods', 'bank_accounts', 'transactions']
  const ofCategories = ['removed_transactions', 'category_rules']
  const ofClients = ['client_portals', 'portal_devices', 'portal_messages', 'client_proposals']
  const ofComments = ['comments', 'mentions']
  const ofPeriods = ['period_changes']
  const ofCards = ['saved_cards', 'autopay_charges']
  const ofChasing = ['late_fees', 'reminder_steps', 'recurring_periods', 'invoice_templates']
  for (const table of [
    ...closed,
    ...ofClients,
    ...ofComments,
    ...ofPeriods,
    ...ofCards,
    ...ofChasing,
    ...ofMoney,
    ...ofCategories,
  ]) {
    await expect(read('business_id', table), table).rejects.toThrow(/permission denied/)
  }
  // Only which businesses have expenses that wait for a rate.
  expect(await read('business_id, needs_rate', 'expenses')).toEqual([])
  await expect(read('amount_minor', 'expenses')).rejects.toThrow(/permission denied/)
  // Only when the next summary of a business is due.
  expect(await read('business_id, next_summary_at', 'report_settings')).toEqual([])
  await expect(read('accountant_email', 'report_settings')).rejects.toThrow(/permission denied/)
  // Only which files have a row.
  expect(await read('business_id, id', 'stored_files')).toEqual([])
  await expect(read('sha256', 'stored_files')).rejects.toThrow(/permission denied/)
  const changes = Object.keys(readable).flatMap((table) => [
    `update ${table} set id = id`,
    `delete from ${table}`,
  ])
  for (const change of changes) {
    await expect(withPlatform(app.database, ({ client }) => client.query(change))).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('every table that belongs to a business is protected in the one way', async () => {
  const { rows } = await owner.query<{ name: string; forced: boolean; policy: string | null }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, p.qual as policy
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'tenant'
      and p.roles = '{millrace_app}'
    where c.relkind in ('r', 'p')`)
  expect(rows.map((row) => row.name).toSorted()).toContain('businesses')
  for (const { name, forced, policy } of rows) {
    expect([name, forced]).toEqual([name, true])
    expect(policy, name).toMatch(
      /^\((business_id|id) = \( SELECT \(current_setting\('app\.business_id'::text\)\)::uuid AS current_setting\)\)$/,
    )
  }
})

test('the roles the app works as own nothing and cannot bypass row-level security', async () => {
  const { rows } = await owner.query(`
    select r.rolname, r.rolsuper or r.rolbypassrls or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb as too_much,
      (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
    from pg_roles r where r.rolname like 'millrace\\_%' and r.rolname <> 'millrace_owner' order by 1`)
  expect(rows).toEqual(
    [
      'millrace_admin',
      'millrace_app',
      'millrace_auth',
      'millrace_backup',
      'millrace_platform',
      'millrace_sandbox',
      'millrace_search',
    ].map((rolname) => ({
      rolname,
      too_much: false,
      owned: 0,
    })),
  )
})

test('a transaction in which an error was swallowed is not reported as committed', async () => {
  const { businessId } = people[0]!
  const body = randomUUID()
  await expect(
    withTenant(app.database, businessId, async ({ client }) => {
      await client.query('insert into notes (business_id, body) values ($1, $2)', [businessId, body])
      await client.query('select 1 / 0').catch(() => undefined)
    }),
  ).rejects.toThrow(/rolled back/)
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query('select from notes where body = $1', [body]),
  )
  expect(rows).toEqual([])
})
