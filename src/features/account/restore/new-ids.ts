import { createHash } from 'node:crypto'
import { businessScope } from '../../invoices/numbers/number-rules.ts'
import type { Value } from './archive-rows.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}

/**
 * Every id gets a new one, so that an archive can be restored beside the account it came from, and more than once. The
 * same id always gets the same one in a restore. It can’t be guessed: an invoice is shown to everyone who has its id.
 */
export function createIdMap(restoreId: string): (old: string) => string {
  return (old) => {
    if (old === businessScope) return old
    const digits = createHash('sha256').update(`${restoreId}:${old}`).digest('hex').slice(0, 32)
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-9$4-$5')
  }
}

/** Replaces the ids inside a nested value: those in fields that are named as ids, and fields that are ids themselves. */
export function mapNestedIds(value: Value, newId: (old: string) => string, key = ''): Value {
  if (typeof value === 'string') return /(?:^id|Id)$/.test(key) && isUuid(value) ? newId(value) : value
  if (Array.isArray(value)) return value.map((item) => mapNestedIds(item, newId, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      isUuid(name) ? newId(name) : name,
      mapNestedIds(item, newId, name),
    ]),
  )
}
