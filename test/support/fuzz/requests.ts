import fc from 'fast-check'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { mutated } from './mutations.ts'
import { fitting } from './schema.ts'
import { cursors, fittingTexts, hostileValues, strangeNames } from './values.ts'

export const actors = ['owner', 'other', 'admin', 'nobody'] as const
export type ActorName = (typeof actors)[number]

/** A request as drawn: ids are described, and the body is not serialized yet. */
export interface DrawnRequest {
  actor: ActorName
  /** In the order of the path. */
  params: string[]
  /** As names and values, or as a raw query string. */
  query: [name: string, value: string][] | string
  /** A value to be written as JSON, a text, or bytes in base64. */
  body: { json: unknown } | { text: string } | { base64: string } | null
  headers: Record<string, string>
}

const nameOfId = /\{(\w+)\}/g

function paramsOf(endpoint: Endpoint): fc.Arbitrary<string[]> {
  const names = [...endpoint.path.matchAll(nameOfId)].map(([, name = '']) => name)
  const parts = names.map((name) => {
    const schema = endpoint.params?.shape[name]
    if (!schema) throw new Error(`${endpoint.path} does not say what ${name} is`)
    const before = endpoint.path.slice(0, endpoint.path.indexOf(`{${name}}`)).split('/')
    return fitting(schema as Parameters<typeof fitting>[0], before).map(String)
  })
  return fc.tuple(...parts)
}

const strangeIds = [
  '',
  '1',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e%252f',
  '%00',
  '%E0%A4%A',
  '%ED%A0%80',
  "'%20or%201=1--",
  'x'.repeat(4000),
  'null',
  'undefined',
  '__proto__',
  '%F0%9F%91%8D',
  '01890A5D-AC96-774B-BCCE-B302099A8057',
  '%7B01890a5d-ac96-774b-bcce-b302099a8057%7D',
  '01890a5dac96774bbcceb302099a8057',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

function mutatedParams(endpoint: Endpoint): fc.Arbitrary<string[]> {
  return fc
    .tuple(paramsOf(endpoint), fc.nat(3), fc.constantFrom(...strangeIds))
    .map(([params, position, strange]) =>
      params.map((param, index) => (index === position % params.length ? strange : param)),
    )
}

const cursorNames = new Set(['after', 'before', 'cursor'])
const wellFormed = (text: string) => text.toWellFormed()

function queryOf(endpoint: Endpoint): fc.Arbitrary<[string, string][]> {
  if (!endpoint.query) return fc.constant([])
  // Most cursors are forged, so most queries have none. Otherwise few requests would succeed.
  return fc.tuple(fitting(endpoint.query, []), fc.nat(2)).map(([query, draw]) =>
    Object.entries(query as object)
      .filter(([name]) => draw === 0 || !cursorNames.has(name))
      .map(([name, value]) => [name, wellFormed(String(value))]),
  )
}

const strangeQueries = [
  '%',
  '%E0%A4%A=%ED%A0%80',
  'after=%00',
  '&&=&=',
  'a[b]=c&a[]=d',
  `x=${'y'.repeat(4000)}`,
]

function mutatedQuery(endpoint: Endpoint): fc.Arbitrary<[string, string][] | string> {
  const names = [...Object.keys(endpoint.query?.shape ?? {}), ...strangeNames.slice(0, 4)]
  const values = [...hostileValues.filter((value) => typeof value === 'string'), ...cursors, ...fittingTexts]
  const more = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values).map(wellFormed)), {
    minLength: 1,
    maxLength: 3,
  })
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(queryOf(endpoint), more).map(([known, strange]) => [...known, ...strange]),
    },
    // The same name twice.
    { weight: 2, arbitrary: queryOf(endpoint).map((known) => [...known, ...known]) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeQueries) },
  )
}

const json = { 'content-type': 'application/json' }
const octets = { 'content-type': 'application/octet-stream' }
type BodyAndHeaders = Pick<DrawnRequest, 'body' | 'headers'>

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const files = [
  png,
  png.slice(0, 40),
  ...[
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
    'GIF89a',
    '%PDF-1.7',
    '\u{FF}\u{D8}\u{FF}\u{E0}',
    '',
  ].map((text) => Buffer.from(text, 'latin1').toString('base64')),
]
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('base64'))

function bodyOf(endpoint: Endpoint): fc.Arbitrary<BodyAndHeaders> {
  if (endpoint.body)
    return fitting(endpoint.body, []).map((value) => ({ body: { json: value }, headers: json }))
  if (!endpoint.takesFile) return fc.constant({ body: null, headers: {} })
  const file = fc.oneof(fc.constantFrom(...files), bytes)
  return file.map((base64) => ({ body: { base64 }, headers: octets }))
}

const brokenTexts = [
  '',
  ' ',
  '{',
  '{}',
  '[]',
  'null',
  '"text"',
  '17',
  '{"a":1}{"b":2}',
  "{'a': 1}",
  '{"a":NaN}',
  '\u{FEFF}{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"admin"}}',
  '['.repeat(30_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  'a=1&b=2',
]
const strangeTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
  'application/json;',
  ';',
]

function mutatedBody(endpoint: Endpoint): fc.Arbitrary<BodyAndHeaders> {
  const wrongType = fc
    .tuple(bodyOf(endpoint), fc.constantFrom(...strangeTypes))
    .map(([{ body }, type]) => ({ body: body ?? { text: 'x' }, headers: { 'content-type': type } }))
  const broken = fc.constantFrom(...brokenTexts).map((text) => ({ body: { text }, headers: json }))
  const binary = bytes.map((base64) => ({ body: { base64 }, headers: json }))
  const rest = [
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: wrongType },
    { weight: 1, arbitrary: binary },
  ]
  if (!endpoint.body) return fc.oneof(...rest)
  const wrong = mutated(fitting(endpoint.body, [])).map((value) => ({ body: { json: value }, headers: json }))
  return fc.oneof({ weight: 9, arbitrary: wrong }, ...rest)
}

const strangeHeaders: Record<string, string>[] = [
  { 'user-agent': 'x'.repeat(4000) },
  { 'user-agent': '\u{FF}\u{FE} "quoted" <b>' },
  { 'x-forwarded-for': 'not an address, \u{FF}' },
  { 'x-forwarded-for': '1'.repeat(3000) },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { cookie: 'millrace.session_token=' },
  { cookie: 'millrace.session_token=%E0%A4%A; =; a' },
  { cookie: `millrace.session_token=${'x'.repeat(3000)}.y` },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'content-length': '99999999999' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=0-0,5-', 'if-none-match': '*', 'accept-encoding': 'x' },
  { 'stripe-signature': 't=1,v1=00' },
  { 'stripe-signature': 't=99999999999999999999,v1=' },
  { 'plaid-verification': 'eyJhbGciOiJFUzI1NiIsImtpZCI6IngifQ.e30.AA' },
  { 'plaid-verification': 'a.b.c' },
  { 'x-http-method-override': 'DELETE' },
]

function actorFor({ access }: Endpoint): fc.Arbitrary<ActorName> {
  const weights = {
    public: { owner: 2, other: 1, admin: 1, nobody: 4 },
    user: { owner: 8, other: 3, admin: 2, nobody: 1 },
    admin: { owner: 1, other: 1, admin: 8, nobody: 1 },
  }[typeof access === 'object' ? 'user' : access]
  return fc.oneof(...actors.map((actor) => ({ weight: weights[actor], arbitrary: fc.constant(actor) })))
}

/** Draws requests to an endpoint: half of them valid, the others with an error in one of their parts. */
export function requestsTo(endpoint: Endpoint): fc.Arbitrary<DrawnRequest> {
  const good = { params: paramsOf(endpoint), query: queryOf(endpoint), sent: bodyOf(endpoint) }
  const none = fc.constant<Record<string, string>>({})
  const sends = endpoint.method !== 'get'
  const whole = (
    parts: Partial<{
      params: fc.Arbitrary<string[]>
      query: fc.Arbitrary<DrawnRequest['query']>
      sent: fc.Arbitrary<BodyAndHeaders>
    }>,
    headers = none,
  ): fc.Arbitrary<DrawnRequest> =>
    fc
      .record({ ...good, ...parts, actor: actorFor(endpoint), more: headers }, { noNullPrototype: true })
      .map(({ sent, more, ...rest }) => ({ ...rest, body: sent.body, headers: { ...sent.headers, ...more } }))
  return fc.oneof(
    { weight: 10, arbitrary: whole({}) },
    { weight: 1, arbitrary: whole({}, fc.constantFrom(...strangeHeaders)) },
    ...(endpoint.params ? [{ weight: 1, arbitrary: whole({ params: mutatedParams(endpoint) }) }] : []),
    { weight: endpoint.query ? 6 : 1, arbitrary: whole({ query: mutatedQuery(endpoint) }) },
    ...(sends
      ? [
          {
            weight: endpoint.body ? 8 : endpoint.takesFile ? 4 : 1,
            arbitrary: whole({ sent: mutatedBody(endpoint) }),
          },
        ]
      : []),
  )
}
