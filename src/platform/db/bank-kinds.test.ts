import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { applyMigrations, readMigrations } from './migrate.ts'

const { client, drop } = await createEmptyDatabase()
afterAll(drop)

const types = {
  checking: 'cash',
  'money market': 'cash',
  depository: 'cash',
  credit: 'credit',
  mortgage: 'loan',
  student: 'loan',
  '401k': 'investment',
  // Cash or an investment: the next sync decides.
  hsa: 'other',
  'cold storage': 'other',
}

test('accounts from before get their kind from the type that is stored, and a sync is due at once', async () => {
  const all = await readMigrations()
  await applyMigrations(
    client,
    all.filter((migration) => migration.name < '0019'),
  )
  const id = '11111111-1111-4111-8111-111111111111'
  await client.query('alter table businesses no force row level security')
  await client.query(`insert into businesses (id, name, time_zone) values ($1, 'Studio', 'UTC')`, [id])
  for (const table of ['bank_connections', 'bank_accounts']) {
    await client.query(`alter table ${table} no force row level security`)
  }
  await client.query(
    `insert into bank_connections (business_id, id, created_by, source, environment, institution_id, institution_name,
       state, next_sync_at, created_at, updated_at)
     select $1, gen_random_uuid(), $1, 'demo', 'demo', 'chase', state, state, null, now(), now()
     from unnest(array['connected', 'reconnect', 'disconnected']) state`,
    [id],
  )
  await client.query(
    `insert into bank_accounts (business_id, connection_id, provider_id, name, type, created_at, updated_at)
     select $1, c.id, type, type, type, now(), now()
     from bank_connections c, unnest($2::text[]) type where c.state = 'connected'`,
    [id, Object.keys(types)],
  )
  await applyMigrations(client, all)
  const { rows: forced } = await client.query(
    `select bool_and(relforcerowsecurity) as all from pg_class
     where relname in ('bank_accounts', 'bank_connections', 'bank_links')`,
  )
  expect(forced).toEqual([{ all: true }])
  await client.query('alter table bank_accounts no force row level security')
  await client.query('alter table bank_connections no force row level security')
  const { rows } = await client.query<{ type: string; kind: string }>('select type, kind from bank_accounts')
  expect(Object.fromEntries(rows.map(({ type, kind }) => [type, kind]))).toEqual(types)
  const { rows: due } = await client.query('select state from bank_connections where next_sync_at <= now()')
  expect(due).toEqual([{ state: 'connected' }])
})
