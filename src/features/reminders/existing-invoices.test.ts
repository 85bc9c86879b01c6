import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import pg from 'pg'
import { expect, inject, test } from 'vitest'

const folder = new URL('../../../migrations/', import.meta.url)

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('invoices from before there were reminders are planned, and nothing behind them is caught up', async () => {
  const serverUrl = inject('serverUrl')
  const name = `millrace_test_${randomBytes(6).toString('hex')}`
  await connected(serverUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    const rows = await connected(url.href, async (client) => {
      const files = (await readdir(folder)).toSorted()
      const run = async (file: string) => client.query(await readFile(new URL(file, folder), 'utf8'))
      for (const file of files.filter((each) => each < '0005')) await run(file)
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
      for (const file of files.filter((each) => each >= '0005')) await run(file)
      await client.query('alter table invoices no force row level security')
      const planned = await client.query<{ days: number | null; step: number | null }>(
        `select next_reminder_at::date - current_date as days, next_reminder_step as step
         from invoices order by due_date`,
      )
      return planned.rows
    })
    expect(rows).toEqual([
      { days: null, step: null },
      { days: 7, step: -3 },
    ])
  } finally {
    await connected(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
})
