import type { Database } from '../../platform/db/connect.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { ReminderSettings, SavedReminderSettings, saveReminderSettings as contract } from './contract.ts'
import { defaultSeries } from './rules.ts'

const settingsStatement = {
  name: 'reminder-settings',
  text: `select coalesce(s.has_own_series, false) as "hasOwnSeries",
           coalesce(s.send_hour, platform.default_send_hour()) as "sendHour",
           extract(epoch from s.updated_at)::text as version,
           (select coalesce(json_agg(json_build_object('offsetDays', offset_days, 'subject', subject, 'body', body)
              order by offset_days), '[]') from reminder_steps where business_id = $1) as steps
         from (select $1::uuid as id) b left join reminder_settings s on s.business_id = b.id`,
}

function firstRow(rows: SavedReminderSettings[]): SavedReminderSettings {
  if (!rows[0]) throw new Error('the settings of reminders are always there')
  return rows[0]
}

export async function getReminderSettings(
  database: Database,
  businessId: string,
): Promise<SavedReminderSettings> {
  return firstRow(
    await queryTenant<SavedReminderSettings>(database, businessId, {
      ...settingsStatement,
      values: [businessId],
    }),
  )
}

/**
 * Saves the settings. If the days change, open invoices are planned again from now on, without the steps of
 * past days. A change of the texts or the hour keeps the plans.
 */
export async function saveReminderSettings(
  { database, now }: Deps<'database' | 'now'>,
  businessId: string,
  settings: RequestOf<typeof contract>['body'],
): Promise<SavedReminderSettings> {
  const at = now()
  const { hasOwnSeries, sendHour, steps } = settings
  return withTenant(database, businessId, async ({ client }) => {
    const read = async () =>
      firstRow(
        (await client.query<SavedReminderSettings>({ ...settingsStatement, values: [businessId] })).rows,
      )
    // Two requests at the same time would mix their steps.
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('reminder settings of ' || $1::text, 0))`,
      [businessId],
    )
    // Every transaction that changes many invoices locks them in this order, to avoid deadlocks.
    await client.query(
      `select from invoices where business_id = $1 and status = 'pending' and send_reminder
       order by id for no key update`,
      [businessId],
    )
    const before = await read()
    if (settings.version !== undefined && settings.version !== before.version)
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'Your reminders have been changed elsewhere in the meantime. Reload them to see the latest version.',
      )
    const days = steps.map(({ offsetDays }) => offsetDays)
    // Steps before settings: writing the settings makes the database plan the invoices again, using the steps.
    await client.query(
      'delete from reminder_steps where business_id = $1 and offset_days <> all($2::smallint[])',
      [businessId, days],
    )
    await client.query(
      `insert into reminder_steps (business_id, offset_days, subject, body)
       select $1, step.* from unnest($2::smallint[], $3::text[], $4::text[]) step
       on conflict (business_id, offset_days) do update set subject = excluded.subject, body = excluded.body`,
      [businessId, days, steps.map(({ subject }) => subject || null), steps.map(({ body }) => body || null)],
    )
    await client.query(
      `insert into reminder_settings (business_id, has_own_series, send_hour, updated_at) values ($1, $2, $3, $4)
       on conflict (business_id) do update set
         has_own_series = excluded.has_own_series, send_hour = excluded.send_hour, updated_at = excluded.updated_at`,
      [businessId, hasOwnSeries, sendHour, at],
    )
    if (daysOf(before) !== daysOf(settings)) {
      await client.query(
        `update invoices set reminders_since = $2, reminders_not_before = null
         where business_id = $1 and status = 'pending' and send_reminder`,
        [businessId, at],
      )
    }
    return read()
  })
}

function daysOf({ hasOwnSeries, steps }: ReminderSettings): string {
  const days = hasOwnSeries ? steps.map(({ offsetDays }) => offsetDays) : defaultSeries
  return days.toSorted((a, b) => a - b).join()
}
