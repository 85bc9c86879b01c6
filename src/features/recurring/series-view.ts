import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { cardLabel } from '../invoices/document/autopay-rules.ts'
import { completeContent } from '../invoices/document/input-rules.ts'
import { planOf } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import { type SeriesRow, getSeriesRow, seriesColumns, seriesStore } from './queries.ts'

function stateOf({ nextOn, pausedAt }: Pick<SeriesRow, 'nextOn' | 'pausedAt'>): contract.Series['state'] {
  if (nextOn === null) return 'over'
  return pausedAt ? 'paused' : 'running'
}

function toSummary(row: Omit<SeriesRow, 'content'>): Omit<contract.Series, 'content'> {
  const { nextRunAt, nextOn, nextPeriod } = row
  const state = stateOf(row)
  const isPaused = state === 'paused'
  return {
    id: row.id,
    version: row.version,
    ...planOf(row),
    sends: row.sends,
    autopay: row.autopay,
    savedCard: toSavedCard(row),
    currency: row.currency,
    totalMinor: row.totalMinor,
    next: nextRunAt && nextOn ? { period: nextPeriod, onDate: nextOn, at: nextRunAt.toISOString() } : null,
    nextPeriod,
    made: row.made,
    hasSettled: row.hasSettled,
    state,
    pausedBy: isPaused ? row.pausedBy : null,
    pauseReason: isPaused ? row.pauseReason : null,
    createdAt: row.createdAt.toISOString(),
  }
}

export function toSeries(row: SeriesRow): contract.Series {
  // Not parsed: content that is no longer valid must still be shown, so that the owner can correct it.
  return { ...toSummary(row), content: completeContent(row.content) }
}

function toSavedCard({ savedCard: card }: Pick<SeriesRow, 'savedCard'>): contract.Series['savedCard'] {
  if (!card) return null
  const expires = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
  const since = new Date(card.consentedAt).toISOString()
  return { label: cardLabel(card), since, expires, isTest: card.isTest }
}

export async function readSeries(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
): Promise<contract.Series> {
  return toSeries(await withTenant(database, businessId, (tx) => getSeriesRow(tx, id)))
}

// The list does not need the content, which can be long.
const { content: _, ...listedColumns } = seriesColumns

export async function listSeries(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  { after }: QueryOf<typeof contract.listSeries>,
): Promise<ResponseOf<typeof contract.listSeries>> {
  const { rows, next } = await seriesStore.readPage(database, businessId, after, ({ db }) =>
    db.select(listedColumns).from(recurringSeries),
  )
  return { series: rows.map((row) => ({ ...toSummary(row), clientName: row.clientName })), next }
}
