import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { reminderSettings } from '../../platform/db/tables/reminders.ts'
import { defaultSeries } from './rules.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

test('the database and the program have the same default reminder', async () => {
  const { rows } = await database.app.query(
    `select platform.default_series() as series, platform.default_send_hour() as hour,
       (select pg_get_expr(adbin, adrelid)::int from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = 'reminder_settings'::regclass and attname = 'send_hour') as default_hour`,
  )
  const hour = reminderSettings.sendHour.default
  expect(rows).toEqual([{ series: defaultSeries, hour, default_hour: hour }])
})
