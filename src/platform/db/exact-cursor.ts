import { isIsoDate } from '../../shared/dates.ts'
import { invalidField } from '../../shared/errors.ts'

/** A position in a list that is sorted by time: just after the row with this time and id. */
export interface ExactCursor {
  /** To the microsecond, as Postgres stores it. With milliseconds, rows would be repeated or skipped. */
  at: string
  id: string
}

const cursorPattern =
  /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** SQL that formats a timestamp to the microsecond, as ISO 8601. */
export function exactMoment(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

export function writeExactCursor({ at, id }: ExactCursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Parses a cursor. An invalid one is reported for the given field. */
export function readExactCursor(text: string, field: string): ExactCursor {
  const [, at = '', date = '', id = ''] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(date)) throw invalidField(field, 'This isn’t a valid position in the list.')
  return { at, id }
}

/** Takes one row more than a page and returns the rows of the page and the cursor of the next one. */
export function exactPage<Row extends ExactCursor>(
  rows: readonly Row[],
  pageSize: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { shown, next: last ? writeExactCursor(last) : null }
}
