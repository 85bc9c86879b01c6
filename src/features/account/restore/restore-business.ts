import { files } from '../../../platform/db/tables/files.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dateIn } from '../../../shared/dates.ts'
import { continueFromToday } from '../../expenses/recurring-changes.ts'
import { readRows, textOf } from './archive-rows.ts'
import { checkRow } from './check-row.ts'
import type { Archive } from './open-archive.ts'
import { readLogo } from './restore-files.ts'
import { asArchiveProblem, knownTable } from './restore-table.ts'
import { type RestoreContext, businessColumns } from './restored-tables.ts'
import { UnusableArchive } from './unusable-archive.ts'

interface Target {
  archive: Archive
  businessId: string
  context: RestoreContext
}

/** Stores the logos and the facts of the business. Everything else in the archive refers to these. */
export async function restoreBusiness(
  tx: Transaction,
  { archive, businessId, context }: Target,
): Promise<void> {
  for await (const { id, created_at: createdAt } of readRows(archive, 'files')) {
    const { bytes, contentType, width, height } = await readLogo(archive, textOf(id))
    await tx.db.insert(files).values({
      businessId,
      id: context.newId(textOf(id)),
      kind: 'logo',
      contentType,
      width,
      height,
      bytes,
      ...(typeof createdAt === 'string' && { createdAt: new Date(createdAt) }),
    })
  }
  const table = knownTable('businesses')
  let found = 0
  for await (const row of readRows(archive, 'businesses')) {
    found += 1
    if (!table || found > 1) break
    const checked = checkRow(table, row, context)
    const columns = businessColumns.filter((column) => checked[column] !== undefined)
    await asArchiveProblem('businesses', () =>
      tx.client.query(
        `update businesses b set ${columns.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = now()
         from json_populate_record(null::businesses, $2::json) r where b.id = $1`,
        [businessId, JSON.stringify(checked)],
      ),
    )
  }
  if (found !== 1) {
    throw new UnusableArchive(
      'This archive doesn’t contain one business. Please choose a file that you exported here.',
    )
  }
}

/**
 * Keeps the published rates that the figures were converted with as the business's own, where this installation has none
 * or only older ones. Otherwise open amounts in other currencies would be worth something else, or nothing.
 */
export async function restoreRates(
  { client }: Transaction,
  { archive, businessId, context }: Target,
): Promise<number> {
  const today = dateIn('UTC', context.now)
  let kept = 0
  for await (const { currency, day, rate } of readRows(archive, 'published_rates')) {
    const values = [businessId, currency, day, rate, context.ownerId, today].map((value) =>
      typeof value === 'number' ? String(value) : value,
    )
    const { rowCount } = await asArchiveProblem('published_rates', () =>
      client.query(
        `insert into exchange_rates (business_id, currency, day, rate, created_by)
         select b.id, $2, $3::date, $4::numeric, $5 from businesses b
         where b.id = $1 and b.currency <> $2 and not exists (
           select from platform.rate_on(b.id, $2, b.currency, greatest($3::date, $6::date)) r where r.rated_on >= $3::date)
         on conflict do nothing`,
        values,
      ),
    )
    kept += rowCount ?? 0
  }
  return kept
}

/** Nothing that should have happened between the archive and now is made up for. */
export async function continueFromNow(
  tx: Transaction,
  { businessId, now }: { businessId: string; now: Date },
): Promise<void> {
  // It also makes the database plan the next reminder of each, which it could not know before the reminders came back.
  await tx.client.query(
    `update invoices set reminders_since = greatest(reminders_since, $2::timestamptz)
     where business_id = $1 and status = 'pending' and send_reminder`,
    [businessId, now],
  )
  // The database also planned late fees before those that were added came back.
  await tx.client.query(
    `update invoices set late_fees_since = greatest(late_fees_since, $2::timestamptz)
     where business_id = $1 and status = 'pending' and late_fee_terms is not null`,
    [businessId, now],
  )
  const { rows } = await tx.client.query<{ timeZone: string }>(
    'select time_zone as "timeZone" from businesses where id = $1',
    [businessId],
  )
  await continueFromToday(tx, dateIn(rows[0]?.timeZone ?? 'UTC', now))
}
