import { isIsoDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

/** A position in a list that is sorted by date: just before or after the row with this date and id. */
export interface DateCursor {
  date: string
  id: string
}

const cursorPattern = /^(\d{4}-\d{2}-\d{2}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeDateCursor({ date, id }: DateCursor): string {
  return Buffer.from(`${date}:${id}`).toString('base64url')
}

export function readDateCursor(field: 'after' | 'before', text: string): DateCursor {
  const [, date = '', id = ''] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(date)) {
    const message = 'This is no place in the list.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
  }
  return { date, id }
}
