import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { Numbering } from './contract.ts'
import { businessScope, defaultNumbering, exampleNumber, yearOf } from './number-rules.ts'

type Settings = typeof defaultNumbering

const settingsStatement = `
  select style, prefix, with_year as "withYear", padding, scope from numbering where business_id = $1`
const nextStatement = `
  select year, next::float8 as next from number_sequences
  where business_id = $1 and kind = 'invoice' and scope = $2 and year in (0, $3)`

/** Returns the settings with the next numbers. `year` is the current one in the business's time zone. */
export async function readNumbering(
  { client }: Transaction,
  businessId: string,
  year: number,
): Promise<Numbering> {
  const [{ rows: saved }, { rows: sequences }] = await Promise.all([
    client.query<Settings>(settingsStatement, [businessId]),
    client.query<{ year: number; next: number }>(nextStatement, [businessId, businessScope, year]),
  ])
  const settings = saved[0] ?? defaultNumbering
  const nextOf = (wanted: number) => sequences.find((sequence) => sequence.year === wanted)?.next ?? 1
  const next = { withYear: nextOf(year), withoutYear: nextOf(0) }
  const example = exampleNumber(settings, {
    year,
    next: settings.withYear ? next.withYear : next.withoutYear,
  })
  return { ...settings, year, next, example }
}

export async function getNumbering(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
): Promise<Numbering> {
  const year = yearOf(dateIn(business.timeZone, now()))
  return withTenant(database, businessId, (tx) => readNumbering(tx, businessId, year))
}
