import type { numberSequences } from '../../../platform/db/tables/numbers.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { Numbering } from './contract.ts'
import { businessScope, defaultNumbering, exampleNumber, yearOf } from './number-rules.ts'

type Settings = typeof defaultNumbering

const settingsStatement = `
  select style, prefix, with_year as "withYear", padding, scope, credit_note_prefix as "creditNotePrefix"
  from numbering where business_id = $1`
const nextStatement = `
  select kind, year, next::float8 as next from number_sequences
  where business_id = $1 and kind in ('invoice', 'credit_note') and scope = $2 and year in (0, $3)`

type Sequence = Pick<typeof numberSequences.$inferSelect, 'kind' | 'year' | 'next'>

export async function readNumberSettings({ client }: Transaction, businessId: string): Promise<Settings> {
  const { rows } = await client.query<Settings>(settingsStatement, [businessId])
  return rows[0] ?? defaultNumbering
}

/** Returns the settings with the next numbers. `year` is the current one in the business's time zone. */
export async function readNumbering(tx: Transaction, businessId: string, year: number): Promise<Numbering> {
  const [settings, { rows: sequences }] = await Promise.all([
    readNumberSettings(tx, businessId),
    tx.client.query<Sequence>(nextStatement, [businessId, businessScope, year]),
  ])
  const nextIn = (kind: Sequence['kind'], wanted: number) =>
    sequences.find((sequence) => sequence.kind === kind && sequence.year === wanted)?.next ?? 1
  const nextOf = (kind: Sequence['kind']) => ({ withYear: nextIn(kind, year), withoutYear: nextIn(kind, 0) })
  const next = nextOf('invoice')
  const example = exampleNumber(settings, {
    year,
    next: settings.withYear ? next.withYear : next.withoutYear,
  })
  return { ...settings, year, next, nextCreditNote: nextOf('credit_note'), example }
}

export async function getNumbering(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
): Promise<Numbering> {
  const year = yearOf(dateIn(business.timeZone, now()))
  return withTenant(database, businessId, (tx) => readNumbering(tx, businessId, year))
}
