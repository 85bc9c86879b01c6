import pg from 'pg'
import { z } from 'zod'
import { createInvoice } from '../../src/features/invoices/contract.ts'
import { createSeries } from '../../src/features/recurring/contract.ts'
import { createTemplate } from '../../src/features/templates/contract.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { fillBusiness } from './filled/fill-business.ts'
import { goodBody } from './fixtures/good-bodies.ts'
import { setPlan } from './fixtures/invoices.ts'
import { type TestApp, createTestApp, signUpAdmin, testOrigin } from './test-app.ts'

export interface Row {
  table: string
  id: string | null
  requestId: string | null
  text: string
}

interface Owner {
  businessId: string
  userId: string
}

/** Returns all rows of a business and its owner from every table, as text. */
async function readRows(client: pg.Client, { businessId, userId }: Owner): Promise<Row[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; forced: boolean }>(
    `select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
            array_agg(a.attname::text) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname in ('id', 'business_id', 'user_id')
     where c.relkind = 'r' and n.nspname in ('public', 'auth') group by c.oid order by 1`,
  )
  const parts = tables.map(({ name, columns }) => {
    const id = columns.includes('id') ? 'id::text' : 'null'
    const key = ['business_id', 'user_id', 'id'].find((column) => columns.includes(column))
    return `select '${name}' as table, ${id} as id, to_jsonb(t) ->> 'request_id' as "requestId", t::text as text from ${name} t
            where ${key}::text in ('${businessId}', '${userId}')`
  })
  await client.query('begin')
  // Forced row-level security also applies to the owner of the tables, so it is turned off in this
  // transaction.
  const forced = tables.filter((table) => table.forced)
  await client.query(forced.map(({ name }) => `alter table ${name} no force row level security`).join(';\n'))
  const { rows } = await client.query<Row>(`${parts.join('\nunion all\n')} order by 1, 4`)
  await client.query('rollback')
  return rows
}

/** Every text of the victim's business contains this word, so that a test can detect leaked data. */
export const victimWord = 'Zyxwvictim'

/** Creates two businesses with rows in every table: a victim, and an attacker who owns the other one. */
export async function createAttackWorld(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  const victim = await fillBusiness(app, victimWord)
  const attacker = await fillBusiness(app, 'Attacker')
  const admin = await signUpAdmin(app, { name: 'Test Admin', businessName: 'Operations' })
  for (const { businessId, cookie } of [victim, attacker]) {
    await setPlan(app, businessId, 'enterprise')
    // The fixture rows lack some of what a form would send.
    for (const endpoint of [createInvoice, createSeries, createTemplate]) {
      const response = await shoot(app, endpoint, { cookie })
      if (!response.ok) throw new Error(await response.text())
    }
  }
  return {
    app,
    victim,
    attacker,
    admin,
    rowsOf: (owner: Owner) => readRows(client, owner),
    /** Resets the rate limits and tries again if one is hit, so that they do not hide what is tested. */
    async shoot(endpoint: Endpoint, shot: Shot): Promise<Response> {
      const response = await shoot(app, endpoint, shot)
      if (response.status !== 429) return response
      await client.query('delete from platform.rate_limits')
      return shoot(app, endpoint, shot)
    },
    async close() {
      await client.end()
      await app.close()
    },
  }
}
export type AttackWorld = Awaited<ReturnType<typeof createAttackWorld>>

/** Returns the names of the endpoint's path parameters if they take ids. */
export function idParams(endpoint: Endpoint): string[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const ids = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))
  return endpoint.params?.safeParse(ids).success ? names : []
}

export const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

export const fillPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? crypto.randomUUID())

interface Shot {
  params?: Record<string, string>
  cookie?: string | undefined
  body?: unknown
  query?: string
  headers?: Record<string, string>
}

/** Calls any endpoint, with valid defaults for everything that is not given. */
export async function shoot(app: TestApp, endpoint: Endpoint, shot: Shot = {}): Promise<Response> {
  const { params = {}, cookie, query = '', headers = {} } = shot
  const body = shot.body ?? (endpoint.body ? goodBody(endpoint) : undefined)
  const type = endpoint.takesFile ? 'application/octet-stream' : 'application/json'
  return app.app.request(fillPath(endpoint.path, params) + query, {
    method: endpoint.method.toUpperCase(),
    headers: {
      origin: testOrigin,
      ...(endpoint.method === 'get' ? {} : { 'content-type': type }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(endpoint.method === 'get' || body === undefined
      ? {}
      : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

interface JsonSchema {
  format?: string
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

export const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Yields every part of a schema with its path: `content.client.id`, `ids.0`. */
export function* partsOf(schema: JsonSchema, path: string[] = []): Generator<[string[], JsonSchema]> {
  yield [path, schema]
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* partsOf(part, [...path, name])
  if (schema.items) yield* partsOf(schema.items, [...path, '0'])
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    yield* partsOf(part, path)
  }
}

/** Returns the body with another value at this path. */
export function withPart(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(body))
    return Object.assign([...body], { [name]: withPart(body[Number(name)], rest, value) })
  const fields = (body ?? {}) as Record<string, unknown>
  return { ...fields, [name]: withPart(fields[name], rest, value) }
}
