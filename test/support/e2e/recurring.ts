import { type APIRequestContext, expect } from '@playwright/test'
import type { Series, SeriesListItem } from '../../../src/features/recurring/contract.ts'
import { occurrence } from '../../../src/features/schedules/rules.ts'
import { addDays, dateIn } from '../../../src/shared/dates.ts'
import { asDatabaseOwner } from './database.ts'

export async function listSeries(request: APIRequestContext): Promise<SeriesListItem[]> {
  const response = await request.get('/api/v1/recurring')
  expect(response.status()).toBe(200)
  return (await response.json()).series
}

/**
 * Returns the 31st of a month at least two months ago, and the days since on which a monthly series creates
 * invoices.
 */
export function aPast31st(): { startDate: string; days: string[] } {
  const today = dateIn('UTC', new Date())
  let startDate = addDays(today, -62)
  while (!startDate.endsWith('-31')) startDate = addDays(startDate, -1)
  const days: string[] = []
  for (let k = 0; occurrence('monthly', startDate, k) < today; k += 1) {
    days.push(occurrence('monthly', startDate, k))
  }
  return { startDate, days }
}

/** Makes it look as if the series was created before that day and no job has run since. */
export async function startInThePast(series: Pick<Series, 'id'>, startDate: string): Promise<void> {
  await asDatabaseOwner(
    'update recurring_series set start_date = $2, next_on = $2, next_period = 0 where id = $1',
    [series.id, startDate],
  )
  // The scheduler does this within a minute; here it is done immediately.
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('make-recurring-invoices', '{}')`)
}
