import { isIsoDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

/** A place in a list by moment: just after the row of this moment and id. */
export interface ExactCursor {
  /** To the microsecond, as Postgres keeps it: cut to milliseconds, rows would be seen twice or never. */
  at: string
  id: string
}

const form =
  /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A moment to the microsecond, written as it is sent. */
export function exactMoment(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

export function writeExactCursor({ at, id }: ExactCursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Refused under the name that the query has for it. */
export function readExactCursor(text: string, field: string): ExactCursor {
  const [, at = '', date = '', id = ''] = form.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(date)) {
    const message = 'This is no place in the list.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
  }
  return { at, id }
}

/** The rows of a page, and the place from which the next one begins, of one row more than a page has. */
export function exactPage<Row extends ExactCursor>(
  rows: readonly Row[],
  pageSize: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { shown, next: last ? writeExactCursor(last) : null }
}
