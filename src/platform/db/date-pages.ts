import { AppError } from '../../shared/errors.ts'
import { readDateCursor, writeDateCursor } from './date-cursor.ts'
import type { DateCursor } from './date-cursor.ts'

/** Which page of a list by date is wanted. */
export interface DatePlace {
  direction: 'first' | 'after' | 'before'
  cursor?: DateCursor
}

interface PlaceQuery {
  after?: string | undefined
  before?: string | undefined
}

interface DatePage<Item> {
  items: Item[]
  next: string | null
  previous: string | null
}

const pageSize = 50

/** One row more than a page tells whether there is another page. */
export const rowsToRead = pageSize + 1

function placeOf({ after, before }: PlaceQuery): DatePlace {
  if (after !== undefined && before !== undefined) {
    const message = 'Give one place in the list, not two.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { before: message } })
  }
  if (after !== undefined) return { direction: 'after', cursor: readDateCursor('after', after) }
  if (before !== undefined) return { direction: 'before', cursor: readDateCursor('before', before) }
  return { direction: 'first' }
}

/**
 * A page of a list whose latest date comes first. `read` gives up to `rowsToRead` items from a place on: those before it
 * in the order from it backwards.
 */
export async function readDatePage<Item>(
  query: PlaceQuery,
  read: (place: DatePlace) => Promise<Item[]>,
  cursorOf: (item: Item) => DateCursor,
): Promise<DatePage<Item>> {
  let place = placeOf(query)
  let rows = await read(place)
  // Everything on that side of the place is gone by now: the list begins anew instead of ending in nothing.
  if (rows.length === 0 && place.cursor) {
    place = { direction: 'first' }
    rows = await read(place)
  }
  const hasMore = rows.length > pageSize
  const items = rows.slice(0, pageSize)
  if (place.direction === 'before') items.reverse()
  const [first, last] = [items[0], items.at(-1)]
  const hasPrevious = place.direction === 'before' ? hasMore : place.direction === 'after'
  const hasNext = place.direction === 'before' || hasMore
  return {
    items,
    next: hasNext && last ? writeDateCursor(cursorOf(last)) : null,
    previous: hasPrevious && first ? writeDateCursor(cursorOf(first)) : null,
  }
}

/** The names of the columns of date and id. */
type DateColumns = readonly [date: string, id: string]

export function orderByDate({ direction }: DatePlace, [date, id]: DateColumns): string {
  return direction === 'before' ? `order by ${date}, ${id}` : `order by ${date} desc, ${id} desc`
}

/** What holds for the rows on the wanted side of a place; `hold` takes a value and names its place in the statement. */
export function beyondDate(
  { direction, cursor }: DatePlace,
  [date, id]: DateColumns,
  hold: (value: string) => string,
): string[] {
  if (!cursor) return []
  const side = direction === 'before' ? '>' : '<'
  return [`(${date}, ${id}) ${side} (${hold(cursor.date)}::date, ${hold(cursor.id)}::uuid)`]
}
