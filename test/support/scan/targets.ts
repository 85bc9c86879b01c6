import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { projectFolder } from '../../../src/platform/project-folder.ts'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { jsonSchemaOf, nameOf } from '../attack-world.ts'
import { goodBody } from '../fixtures/good-bodies.ts'
import { tableOf } from '../fuzz/ids.ts'
import { fitting } from '../fuzz/schema.ts'
import { cursors } from '../fuzz/values.ts'
import { newIdMark, newWordMark } from './proxy.ts'

/** Marks where a scanner inserts its payload. */
const mark = '*'

/** A part of the route, or the value of a parameter. */
type PathPart = string | { value: string }

export interface ScanTarget {
  name: string
  method: string
  path: PathPart[]
  query: [string, string][]
  body: unknown
  /** wapiti fails on responses that are not text. */
  givesText: boolean
}

type FindId = (table: string) => Promise<string>

/** Returns every endpoint of the contract. */
export async function readContract(): Promise<Endpoint[]> {
  const folder = join(projectFolder, 'src/features')
  const parts = await Promise.all(
    readdirSync(folder).map((name) => import(join(folder, name, 'contract.ts')) as Promise<object>),
  )
  return parts.flatMap((part) => Object.values(part)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** Endpoints that end, pay or delete something come last, so that the others find their data. */
const order = ['get', 'put', 'post', 'late', 'delete']
const late =
  /\/(suspend|expire|disconnect|undo|refund|delete|subscription\/checkout|demo-payment|confirm-payment|skip)$/

const rank = ({ method, path }: Endpoint) =>
  order.indexOf(method === 'post' && late.test(path) ? 'late' : method)

interface Tried {
  findId: FindId
  /** Returns the status of the response. */
  probe(target: ScanTarget): Promise<number>
}

/** Creates a request for every endpoint with parameters, query or body, with all of them filled in. */
export async function makeTargets(endpoints: readonly Endpoint[], tried: Tried): Promise<ScanTarget[]> {
  const sorted = endpoints
    .filter(({ params, query, body }) => params ?? query ?? body)
    .toSorted((one, other) => rank(one) - rank(other))
  const targets: ScanTarget[] = []
  for (const endpoint of sorted) {
    const { cursorFields, ...target } = await makeTarget(endpoint, tried.findId)
    if (cursorFields.length === 0 || target.query.length > 0) targets.push(target)
    for (const name of cursorFields) targets.push(await withCursor(target, name, tried))
  }
  return targets
}

/** The names of cursors. */
const cursorNames = new Set(['after', 'before', 'cursor'])

async function makeTarget(
  endpoint: Endpoint,
  findId: FindId,
): Promise<ScanTarget & { cursorFields: string[] }> {
  const { method, params, query, body } = endpoint
  const way = endpoint.path.split('/')
  const path: PathPart[] = []
  for (const part of way.slice(1)) {
    const schema = params?.shape[part.slice(1, -1)] as z.ZodType | undefined
    path.push(schema ? { value: await valueFor(schema, way.slice(0, way.indexOf(part)), findId) } : part)
  }
  const fields: [string, string][] = []
  for (const [name, schema] of Object.entries(query?.shape ?? {}))
    if (!cursorNames.has(name))
      fields.push([name, await valueFor(schema as z.ZodType, [...way, name], findId)])
  return {
    name: nameOf(endpoint),
    method: method.toUpperCase(),
    path,
    query: fields,
    givesText: !endpoint.givesFile,
    body: body ? await fillTexts(goodBody(endpoint), way, findId) : undefined,
    cursorFields: Object.keys(query?.shape ?? {}).filter((name) => cursorNames.has(name)),
  }
}

/** Every list has its own form of cursor. This finds one that the endpoint accepts, by trying. */
async function withCursor(target: ScanTarget, name: string, { probe }: Tried): Promise<ScanTarget> {
  const at = (cursor: string): ScanTarget => ({ ...target, query: [...target.query, [name, cursor]] })
  for (const cursor of cursors) if ((await probe(at(cursor))) < 400) return at(cursor)
  return at('text')
}

async function valueFor(schema: z.ZodType, way: readonly string[], findId: FindId): Promise<string> {
  const { format, anyOf } = jsonSchemaOf(schema)
  if (format === 'uuid' || anyOf?.some((part) => part.format === 'uuid')) return findId(tableOf(way))
  const samples = fc.sample(fitting(schema, way), { numRuns: 100, seed: 1 })
  const texts = ['text', ...samples.map(String)].filter((text) => schema.safeParse(text).success)
  return texts.find((text) => /^[\w@:.-]+$/.test(text)) ?? texts[0] ?? 'text'
}

const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

/** Replaces placeholder ids by existing ones, and texts that must be unique by a mark. */
async function fillTexts(value: unknown, way: readonly string[], findId: FindId): Promise<unknown> {
  if (typeof value === 'string' && id.test(value)) {
    const name = way.at(-1) ?? ''
    if (name === 'requestId') return newIdMark
    return /ids?$/i.test(name) ? findId(tableOf(way)) : value.replace(id, newWordMark)
  }
  if (Array.isArray(value)) return Promise.all(value.map((part) => fillTexts(part, way, findId)))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(
    async ([name, part]) => [name, await fillTexts(part, [...way, name], findId)] as const,
  )
  return Object.fromEntries(await Promise.all(parts))
}

const pathOf = ({ path }: ScanTarget, behind: string) =>
  path.map((part) => `/${typeof part === 'string' ? part : part.value + behind}`).join('')

/** Returns the path and query of a target. */
export function addressOf(target: ScanTarget): string {
  const query = new URLSearchParams(target.query).toString()
  return pathOf(target, '') + (query && `?${query}`)
}

/** Returns the request in sqlmap's format, with a mark behind every value. */
export function markedRequest(target: ScanTarget, host: string): string {
  const { method, query, body } = target
  const fields = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}${mark}`).join('&')
  const head = [
    `${method} ${pathOf(target, mark)}${fields && `?${fields}`} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: application/json',
  ]
  if (body !== undefined) head.push('Content-Type: application/json')
  return `${head.join('\n')}\n\n${body === undefined ? '' : markJson(body)}`
}

/** Counts the marks. */
export function countMarks(request: string): number {
  return request.split(mark).length - 1
}

function markJson(value: unknown): string {
  // Only the first of several similar elements.
  if (Array.isArray(value))
    return `[${value.map((part, n) => (n === 0 ? markJson(part) : JSON.stringify(part))).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${markJson(part)}`)
    return `{${parts.join(',')}}`
  }
  if (value === newIdMark) return JSON.stringify(value)
  if (typeof value !== 'string') return `${String(value)}${mark}`
  // In an email address, the local part allows more characters.
  const at = value.indexOf('@')
  return JSON.stringify(at < 0 ? value + mark : value.slice(0, at) + mark + value.slice(at))
}
