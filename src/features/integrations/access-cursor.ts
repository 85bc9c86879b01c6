import { isIsoDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

/** A place in the access log: just after the entry of this moment and id. */
export interface AccessCursor {
  /** To the microsecond, as Postgres keeps it: cut to milliseconds, entries would be seen twice or never. */
  at: string
  id: string
}

const form =
  /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeAccessCursor({ at, id }: AccessCursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

export function readAccessCursor(text: string): AccessCursor {
  const [, at = '', date = '', id = ''] = form.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(date)) {
    const message = 'This is no place in the list.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { cursor: message } })
  }
  return { at, id }
}
