import { randomBytes, randomUUID } from 'node:crypto'
import type { Step } from './record-statements.ts'

/** A value that has to be another one each time the statements are sent. */
export interface Fresh {
  value: string
  kind: 'uuid' | 'number' | 'token' | 'key'
  /** The uuid that a number is the beginning of. */
  of?: string
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const isUuid = (value: string) => new RegExp(`^${uuids.source}$`).test(value)
const isMoment = (value: string) => /^\d{4}-\d\d-\d\d/.test(value)

function valuesOf(steps: readonly Step[]): unknown[] {
  return steps.flatMap(({ batches }) => batches.flat().flatMap(({ values }) => values))
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value))
    return []
  return Object.values(value).flatMap(stringsOf)
}

/**
 * What differs between two recordings of the same work is new each time: ids, the numbers that are made from them, and
 * random texts. Moments may stay as they were. What is named as a key comes from a list instead.
 */
export function findFresh(
  one: readonly Step[],
  other: readonly Step[],
  keys: readonly string[] = [],
): Fresh[] {
  const [before, after] = [one, other].map((steps) => valuesOf(steps).flatMap(stringsOf))
  const there = new Set(after)
  const changed = new Set(before?.filter((value) => !there.has(value) && !isMoment(value)))
  const thereInside = new Set(after?.flatMap((value) => value.match(uuids) ?? []))
  const ids = new Set(
    [...changed].flatMap((value) => value.match(uuids) ?? []).filter((id) => !thereInside.has(id)),
  )
  const fresh: Fresh[] = keys.map((value) => ({ value, kind: 'key' as const }))
  for (const value of ids) if (!keys.includes(value)) fresh.push({ value, kind: 'uuid' })
  const known = new Set([...ids, ...keys])
  for (const value of changed) {
    if (known.has(value) || isUuid(value)) continue
    const id = [...known].find((each) => value === each.slice(0, 8).toUpperCase())
    if (id) fresh.push({ value, kind: 'number', of: id })
    else if (/^(?!\d+$)[\w:.-]{12,64}$/.test(value)) fresh.push({ value, kind: 'token' })
  }
  return fresh
}

/** New ones, which belong together as the old ones did. */
export function renewAll(fresh: readonly Fresh[], key?: string): Map<string, string> {
  const made = new Map<string, string>()
  for (const { value, kind } of fresh) {
    if (kind === 'uuid') made.set(value, randomUUID())
    if (kind === 'key') made.set(value, key ?? value)
    if (kind === 'token') made.set(value, randomBytes(value.length).toString('hex').slice(0, value.length))
  }
  for (const { value, kind, of = '' } of fresh) {
    if (kind === 'number') made.set(value, (made.get(of) ?? of).slice(0, 8).toUpperCase())
  }
  return made
}

/** Whether anything has to be renewed in it: to look at every value each time would be work that is not in the product. */
export function holdsFresh(value: unknown, fresh: readonly Fresh[]): boolean {
  const strings = stringsOf(value)
  return fresh.some((each) => strings.some((text) => text.includes(each.value)))
}

export function renew(value: unknown, made: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const whole = made.get(value)
    if (whole !== undefined) return whole
    let text = value
    for (const [old, now] of made) text = text.replaceAll(old, now)
    return text
  }
  if (Array.isArray(value)) return value.map((each) => renew(each, made))
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value))
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renew(each, made)]))
}
