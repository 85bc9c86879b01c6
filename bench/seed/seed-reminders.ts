import type pg from 'pg'
import { seedManyInvoices } from './seed-invoices.ts'

/** Creates businesses with open invoices, with reminders off. */
export async function seedDueInvoices(
  owner: pg.Client,
  { businesses, perBusiness }: { businesses: number; perBusiness: number },
): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into businesses (name, plan, owner_verified, email, time_zone)
     select 'Bench ' || n, 'pro', true, 'bench-' || n || '@example.com', 'UTC'
     from generate_series(1, $1::int) n returning id`,
    [businesses],
  )
  for (const { id } of rows) {
    await seedManyInvoices(owner, id, perBusiness)
    await owner.query(
      `update invoices set status = 'pending', paid_at = null, received_minor = 0, sent_at = now() - interval '2 days',
         reminders_since = now() - interval '2 days', due_date = current_date + 400
       where business_id = $1`,
      [id],
    )
  }
}

/** Makes the reminders of all these businesses due in the current hour. */
export async function dueAtOnce(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(`select id from businesses where name like 'Bench %'`)
  await makeDue(
    owner,
    rows.map(({ id }) => id),
  )
}

/**
 * Makes the reminders of these businesses' invoices due in the current hour: of all, or of the given ones.
 */
export async function makeDue(
  owner: pg.Client,
  businessIds: readonly string[],
  invoiceIds: readonly string[] | null = null,
): Promise<void> {
  // A time zone where it is past noon, so that the day does not end while they are sent.
  const hour = new Date().getUTCHours()
  const zone = hour >= 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`
  await owner.query('update businesses set time_zone = $1 where id = any ($2)', [zone, businessIds])
  await owner.query(
    `insert into reminder_settings (business_id, has_own_series, send_hour)
     select id, false, 12 from unnest($1::uuid[]) id on conflict do nothing`,
    [businessIds],
  )
  await owner.query(
    `update invoices set send_reminder = true, due_date = (now() at time zone $1)::date + 3,
       sent_at = now() - interval '2 days', reminders_since = now() - interval '2 days'
     where business_id = any ($2) and ($3::uuid[] is null or id = any ($3))`,
    [zone, businessIds, invoiceIds],
  )
}
