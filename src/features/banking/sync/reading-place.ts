import type { ConnectionRow } from '../connection-queries.ts'
import type { ReadingPlace } from './sync-round.ts'

type Cursors = Pick<ConnectionRow, 'cursor' | 'pageCursor'>

/**
 * A round that was broken off after parts of it had been kept. Told again from its beginning, it is silent about what
 * came with those parts and went since; so everything is read anew.
 */
export const brokenOff: Cursors = { cursor: null, pageCursor: '' }

export function readingPlace({ cursor, pageCursor }: Cursors): ReadingPlace {
  return pageCursor === '' ? { cursor: null, isAnew: true } : { cursor: pageCursor ?? cursor, isAnew: false }
}

export function isSamePlace(one: ReadingPlace, other: ReadingPlace): boolean {
  return one.cursor === other.cursor && one.isAnew === other.isAnew
}
