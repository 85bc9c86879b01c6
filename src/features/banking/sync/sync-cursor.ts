import type { ConnectionRow } from '../connection-queries.ts'
import type { SyncCursor } from './sync-batch.ts'

type Cursors = Pick<ConnectionRow, 'cursor' | 'pageCursor'>

/**
 * A round that was broken off after parts of it had been kept. Reported again from its beginning, it is silent about what
 * came with those parts and went since; so everything is read anew.
 */
export const interrupted: Cursors = { cursor: null, pageCursor: '' }

export function syncCursor({ cursor, pageCursor }: Cursors): SyncCursor {
  return pageCursor === ''
    ? { cursor: null, isFullResync: true }
    : { cursor: pageCursor ?? cursor, isFullResync: false }
}

export function isSameUrlState(one: SyncCursor, other: SyncCursor): boolean {
  return one.cursor === other.cursor && one.isFullResync === other.isFullResync
}
