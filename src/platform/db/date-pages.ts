import { isIsoDate } from '../../shared/dates.ts'
import { invalidField } from '../../shared/errors.ts'
import { isMoment } from './moment-cursor.ts'

/** A position in a list that is sorted by date: just before or after the row with this date and id. */
export interface DateCursor {
  /** A day; in a list by time, a moment. */
  date: string
  id: string
}

const cursorPattern = /^(\d{4}-\d{2}-\d{2}(?:T[\d:.]{12}Z)?):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeDateCursor({ date, id }: DateCursor): string {
  return Buffer.from(`${date}:${id}`).toString('base64url')
}

export function readDateCursor(field: 'after' | 'before', text: string): DateCursor {
  const [, date = '', id = ''] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(date) && !isMoment(date))
    throw invalidField(field, 'This isn’t a valid position in the list.')
  return { date, id }
}

/** Which page of a list by date to read. */
export interface PageRequest {
  direction: 'first' | 'after' | 'before'
  cursor?: DateCursor
}

interface PageQuery {
  after?: string | undefined
  before?: string | undefined
}

interface DatePage<Item> {
  items: Item[]
  next: string | null
  previous: string | null
}

const pageSize = 50

/** One row more than a page shows whether there is another page. */
export const rowsToRead = pageSize + 1

function pageRequestOf({ after, before }: PageQuery): PageRequest {
  if (after !== undefined && before !== undefined) {
    throw invalidField('before', 'Give one position in the list, not two.')
  }
  if (after !== undefined) return { direction: 'after', cursor: readDateCursor('after', after) }
  if (before !== undefined) return { direction: 'before', cursor: readDateCursor('before', before) }
  return { direction: 'first' }
}

/** Latest date first. `read` returns up to `rowsToRead` items; those before the cursor in reverse order. */
export async function readDatePage<Item>(
  query: PageQuery,
  read: (request: PageRequest) => Promise<Item[]>,
  cursorOf: (item: Item) => DateCursor,
): Promise<DatePage<Item>> {
  let request = pageRequestOf(query)
  let rows = await read(request)
  // All rows on that side of the cursor have been deleted, so the first page is returned.
  if (rows.length === 0 && request.cursor) {
    request = { direction: 'first' }
    rows = await read(request)
  }
  const hasMore = rows.length > pageSize
  const items = rows.slice(0, pageSize)
  if (request.direction === 'before') items.reverse()
  const [first, last] = [items[0], items.at(-1)]
  const hasPrevious = request.direction === 'before' ? hasMore : request.direction === 'after'
  const hasNext = request.direction === 'before' || hasMore
  return {
    items,
    next: hasNext && last ? writeDateCursor(cursorOf(last)) : null,
    previous: hasPrevious && first ? writeDateCursor(cursorOf(first)) : null,
  }
}

/** The names of the date column and the id column. */
type DateColumns = readonly [date: string, id: string]

export function orderByDate({ direction }: PageRequest, [date, id]: DateColumns): string {
  return direction === 'before' ? `order by ${date}, ${id}` : `order by ${date} desc, ${id} desc`
}

/** The condition for rows on the requested side of the cursor. `addParameter` returns a placeholder. */
export function afterCursor(
  { direction, cursor }: PageRequest,
  [date, id]: DateColumns,
  addParameter: (value: string) => string,
  type: 'date' | 'timestamptz' = 'date',
): string[] {
  if (!cursor) return []
  const operator = direction === 'before' ? '>' : '<'
  return [
    `(${date}, ${id}) ${operator} (${addParameter(cursor.date)}::${type}, ${addParameter(cursor.id)}::uuid)`,
  ]
}
