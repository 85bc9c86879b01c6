import { isIsoDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'

/** A place in the list: just before or just after the invoice with this due date and id. */
export interface ListCursor {
  dueDate: string
  id: string
}

const form = /^(\d{4}-\d{2}-\d{2}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeCursor({ dueDate, id }: ListCursor): string {
  return Buffer.from(`${dueDate}:${id}`).toString('base64url')
}

export function readCursor(field: 'after' | 'before', text: string): ListCursor {
  const [, dueDate = '', id = ''] = form.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(dueDate)) {
    const message = 'This is no place in the list.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
  }
  return { dueDate, id }
}
