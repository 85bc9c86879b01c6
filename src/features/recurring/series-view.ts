import { completeContent } from '../invoices/document/input-rules.ts'
import { endOf } from '../schedules/schedule-columns.ts'
import type { Series, SeriesListItem } from './contract.ts'
import type { SeriesRow } from './queries.ts'

function stateOf({ nextOn, pausedAt }: Pick<SeriesRow, 'nextOn' | 'pausedAt'>): Series['state'] {
  if (nextOn === null) return 'over'
  return pausedAt ? 'paused' : 'running'
}

function toSummary(row: Omit<SeriesRow, 'content'>): Omit<Series, 'content'> {
  const { nextRunAt, nextOn, nextPeriod } = row
  const state = stateOf(row)
  const isPaused = state === 'paused'
  return {
    id: row.id,
    version: row.version,
    frequency: row.frequency,
    startDate: row.startDate,
    end: endOf(row),
    sends: row.sends,
    totalCents: row.totalCents,
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

export function toSeries(row: SeriesRow): Series {
  // Not parsed with the current schema: content that is no longer valid must still be shown, so that the
  // owner can correct it.
  return { ...toSummary(row), content: completeContent(row.content) }
}

export function toListItem(row: Omit<SeriesRow, 'content'>): SeriesListItem {
  return { ...toSummary(row), clientName: row.clientName }
}
