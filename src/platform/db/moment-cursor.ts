import { invalidField } from '../../shared/errors.ts'

/** A position in a list that is sorted by creation time: just after the row with this time and id. */
export interface MomentCursor {
  createdAt: string
  id: string
}

const cursorPattern = /^(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether Postgres accepts it too: it has no February 31 and no year 0. */
export function isMoment(text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text > '0001'
}

export function writeMomentCursor({ createdAt, id }: MomentCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

export function readMomentCursor(text: string): MomentCursor {
  const [, createdAt = '', id = ''] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isMoment(createdAt)) throw invalidField('after', 'This isn’t a valid position in the list.')
  return { createdAt, id }
}
