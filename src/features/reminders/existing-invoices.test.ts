import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { applyMigrations, readMigrations, readRules } from '../../platform/db/migrate.ts'

test('invoices from before there were reminders are planned, and nothing behind them is caught up', async () => {
  const { client, drop } = await createEmptyDatabase()
  try {
    const all = await readMigrations()
    await applyMigrations(
      client,
      all.filter(({ name }) => name < '0005'),
    )
    await client.query(`
      alter table businesses no force row level security;
      alter table invoices no force row level security;
      with b as (insert into businesses (name, time_zone) values ('Studio', 'UTC') returning id),
        made as (select gen_random_uuid() as id, days from unnest(array[10, -10]) days)
      insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name, client_email,
        issue_date, due_date, payment_terms, subtotal_cents, discount_cents, tax_cents, fees_cents, total_cents,
        send_option, send_reminder)
      select b.id, made.id, upper(left(made.id::text, 8)), b.id, 'Studio', 'studio@example.com', 'Client',
        'client@example.com', current_date, current_date + days, 'custom', 100, 0, 0, 0, 100, 'do_not_send', true
      from b, made;
      alter table businesses force row level security;
      alter table invoices force row level security`)
    await applyMigrations(client, all, { rules: await readRules() })
    await client.query('alter table invoices no force row level security')
    const planned = await client.query<{ days: number | null; step: number | null }>(
      `select next_reminder_at::date - current_date as days, next_reminder_step as step
       from invoices order by due_date`,
    )
    expect(planned.rows).toEqual([
      { days: null, step: null },
      { days: 7, step: -3 },
    ])
  } finally {
    await drop()
  }
})
