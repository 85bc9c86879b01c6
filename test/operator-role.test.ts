import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withAdmin, withPlatform } from '../src/platform/db/transaction.ts'
import { addBusiness, addInvoiceRow } from './support/fixtures/invoice-rows.ts'
import { createTestDatabase } from './support/test-database.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const owner = new pg.Client({ connectionString: testDatabase.url })

beforeAll(async () => {
  await owner.connect()
  await addInvoiceRow(database, await addBusiness(database))
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

const asAdmin = (text: string) => withAdmin(database, ({ client }) => client.query(text))
const denied = /permission denied/

/** Returns the columns of every table for which millrace_admin has this privilege. */
async function columnsFor(privilege: string): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
       and has_column_privilege('millrace_admin', c.oid, a.attnum, $1)
     group by 1 order by 1`,
    [privilege],
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

test('the operator’s role reads people and how their subscriptions stand, and nothing that a business keeps', async () => {
  const {
    'platform.audit_log': log,
    'platform.subscription_revenue': revenue,
    ...rest
  } = await columnsFor('select')
  expect(log).toContain('action')
  expect(revenue).toEqual(['customer_id', 'is_live', 'paid_minor', 'updated_at'])
  const jobs = Object.keys(rest).filter((table) => table.startsWith('pgboss.'))
  expect(jobs).toEqual(['pgboss.job', 'pgboss.job_common', 'pgboss.queue'])
  expect(rest['pgboss.job']).toEqual(['id', 'start_after'])
  expect(Object.fromEntries(Object.entries(rest).filter(([table]) => !jobs.includes(table)))).toEqual({
    'auth.sessions': ['user_id'],
    'auth.users': [
      'id',
      'name',
      'email',
      'email_verified',
      'role',
      'last_sign_in_at',
      'created_at',
      'suspended_at',
      'business_name',
      'search_text',
    ],
    'public.businesses': ['id', 'name', 'delete_after', 'suspended_at'],
    'public.members': ['business_id', 'user_id', 'role', 'created_at'],
    'public.subscriptions': ['business_id', 'plan', 'status', 'current_period_end'],
  })
})

test('it changes roles, suspensions and nothing else', async () => {
  expect(await columnsFor('update')).toEqual({
    'auth.users': ['role', 'updated_at', 'suspended_at', 'business_name'],
    'public.businesses': ['delete_after', 'suspended_at'],
  })
  const { rows } = await owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and has_table_privilege('millrace_admin', c.oid, 'delete, truncate') order by 1`,
  )
  expect(rows).toEqual([{ name: 'auth.sessions' }])
})

test('what belongs to businesses, and what lets somebody in, is refused to it', async () => {
  const ofBusiness = ['invoices', 'clients', 'expenses', 'payments', 'transactions', 'files', 'mails']
  const ofBanks = ['bank_connections', 'bank_accounts', 'bank_links', 'unattached_bank_items']
  const ofSecrets = ['integrations', 'data_keys', 'secret_accesses', 'account_activity']
  for (const table of [...ofBusiness, ...ofBanks, ...ofSecrets]) {
    await expect(asAdmin(`select business_id from ${table}`), table).rejects.toThrow(denied)
  }
  for (const what of [
    'password from auth.accounts',
    'access_token from auth.accounts',
    'token from auth.sessions',
    'value from auth.verifications',
    'email from businesses',
    'message from platform.contact_messages',
  ]) {
    await expect(asAdmin(`select ${what}`), what).rejects.toThrow(denied)
  }
  // It can read only how many invoices there are.
  const { rows: counted } = await asAdmin('select platform.count_invoices()::int as count')
  expect(counted).toEqual([{ count: 1 }])
})

test('nobody changes what the audit log says, not even the owner of the table', async () => {
  await asAdmin(`insert into platform.audit_log (actor_id, actor_email, action, ip_address)
                 values (gen_random_uuid(), 'operator@example.com', 'grant-admin', '203.0.113.7')`)
  const changes = [
    `update platform.audit_log set action = 'restore-user'`,
    `delete from platform.audit_log`,
    `truncate platform.audit_log`,
  ]
  for (const change of changes) {
    await expect(owner.query(change), change).rejects.toThrow('only ever added')
    await expect(asAdmin(change), change).rejects.toThrow(denied)
    await expect(
      withPlatform(database, ({ client }) => client.query(change)),
      change,
    ).rejects.toThrow(denied)
  }
  const { rows } = await asAdmin('select action from platform.audit_log')
  expect(rows).toEqual([{ action: 'grant-admin' }])
})
