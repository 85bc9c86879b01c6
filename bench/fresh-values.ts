import { randomBytes, randomUUID } from 'node:crypto'
import type { Step } from './record-statements.ts'

/** A value that must be different each time the statements run. */
export interface Fresh {
  value: string
  kind: 'uuid' | 'number' | 'token' | 'key'
  /** The UUID whose beginning is the number. */
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
 * Finds the values that differ between two recordings of the same work: ids, the numbers made from them, and
 * random texts. They must be new each time. Timestamps may stay. Values that are passed as keys come from a
 * list instead.
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

/** Generates new values that are related to each other like the old ones. */
export function renewAll(fresh: readonly Fresh[], key?: string): Map<string, string> {
  const renewed = new Map<string, string>()
  for (const { value, kind } of fresh) {
    if (kind === 'uuid') renewed.set(value, randomUUID())
    if (kind === 'key') renewed.set(value, key ?? value)
    if (kind === 'token') renewed.set(value, randomBytes(value.length).toString('hex').slice(0, value.length))
  }
  for (const { value, kind, of = '' } of fresh) {
    if (kind === 'number') renewed.set(value, (renewed.get(of) ?? of).slice(0, 8).toUpperCase())
  }
  return renewed
}

/**
 * Whether a value contains anything that must be renewed. Searching all values on each run would be work that
 * the product does not do.
 */
export function holdsFresh(value: unknown, fresh: readonly Fresh[]): boolean {
  const strings = stringsOf(value)
  return fresh.some((each) => strings.some((text) => text.includes(each.value)))
}

export function renew(value: unknown, renewed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const whole = renewed.get(value)
    if (whole !== undefined) return whole
    let text = value
    for (const [old, now] of renewed) text = text.replaceAll(old, now)
    return text
  }
  if (Array.isArray(value)) return value.map((each) => renew(each, renewed))
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value))
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renew(each, renewed)]))
}
