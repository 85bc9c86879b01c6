import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signIn, signUp } from '../src/features/auth/contract.ts'
import { getBusiness, getFile, uploadLogo } from '../src/features/business/contract.ts'
import { createInvoice, updateInvoice } from '../src/features/invoices/contract.ts'
import { makePicture } from './support/fixtures/images.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
  testOrigin,
} from './support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json', origin: testOrigin }

async function refusal(path: string, init?: RequestInit) {
  const response = await app.app.request(path, init)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = await problemOf(response)
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  expect(problem.status).toBe(response.status)
  return problem
}

describe('whatever is wrong with a request, the answer has the same form', () => {
  test('malformed JSON', async () => {
    const problem = await refusal(signIn.path, { method: 'POST', headers: json, body: '{"email": ' })
    expect(problem).toMatchObject({ status: 400, code: 'MALFORMED_JSON' })
  })

  test('a NUL or half a character in a text, which no database keeps', async () => {
    for (const password of ['a\\u0000b', 'a\\ud800b']) {
      const body = `{"email":"owner@example.com","password":"${password}"}`
      const problem = await refusal(signIn.path, { method: 'POST', headers: json, body })
      expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
      expect(problem.fields?.['password']).toContain('can’t be saved')
    }
  })

  test('another content type', async () => {
    const headers = { ...json, 'content-type': 'text/plain' }
    const problem = await refusal(signIn.path, { method: 'POST', headers, body: '{}' })
    expect(problem).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('a body over its limit', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(70_000) })
    const problem = await refusal(signIn.path, { method: 'POST', headers: json, body })
    expect(problem).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  })

  test('a body over its limit that does not say how long it is', async () => {
    const chunks = Array.from({ length: 70 }, () => new TextEncoder().encode(' '.repeat(1024)))
    const body = ReadableStream.from(chunks)
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit
    expect(await refusal(signIn.path, init)).toMatchObject({ status: 413 })
  })

  test('an unknown address below /api', async () => {
    expect(await refusal('/api/v1/nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const post = { method: 'POST', headers: json, body: '{}' }
    expect(await refusal('/api/v1/nothing', post)).toMatchObject({ status: 404 })
  })

  test('an unknown field', async () => {
    const body = JSON.stringify({ email: 'owner@example.com', password: 'x', admin: true })
    const problem = await refusal(signIn.path, { method: 'POST', headers: json, body })
    expect(problem).toMatchObject({ status: 422, fields: { admin: 'This field isn’t recognized.' } })
  })

  test.each(['null', '[]', '"text"', '17'])('%s instead of an object', async (body) => {
    const problem = await refusal(signIn.path, { method: 'POST', headers: json, body })
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })

  test('a failure of our own tells nothing but a request id', async () => {
    const { enqueue } = app.deps.jobs
    app.deps.jobs.enqueue = async () => {
      throw new Error('secret detail of the inside')
    }
    try {
      const response = await app.send(signUp, {
        body: {
          name: 'A',
          email: 'fails@example.com',
          password: 'four unrelated garden words',
          businessName: 'B',
          timeZone: 'UTC',
        },
      })
      const problem = await problemOf(response)
      expect(problem).toMatchObject({ status: 500, code: 'INTERNAL' })
      expect(JSON.stringify(problem)).not.toContain('secret detail')
      const logged = app.log.find((line) => line.includes('secret detail'))
      expect(logged).toContain(problem.requestId)
    } finally {
      app.deps.jobs.enqueue = enqueue
    }
  })
})

describe('the list of routes, taken from the app itself', () => {
  test('without a session, every protected route answers 401', async () => {
    const closed = app.api.endpoints.filter((endpoint) => endpoint.access !== 'public')
    expect(closed.length).toBeGreaterThan(3)
    for (const endpoint of closed) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
      const init = { method: endpoint.method.toUpperCase(), headers: json }
      const problem = await refusal(path, endpoint.method === 'get' ? init : { ...init, body: '{}' })
      expect([endpoint.path, problem.status]).toEqual([endpoint.path, 401])
    }
  })

  test('as a user, every route of the operator answers 403', async () => {
    const { cookie } = await app.signUpAndIn()
    const ofOperator = app.api.endpoints.filter((endpoint) => endpoint.access === 'admin')
    expect(ofOperator.length).toBeGreaterThanOrEqual(15)
    for (const endpoint of ofOperator) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, crypto.randomUUID())
      const init = { method: endpoint.method.toUpperCase(), headers: { ...json, cookie } }
      const problem = await refusal(path, endpoint.method === 'get' ? init : { ...init, body: '{}' })
      expect([endpoint.path, problem.status, problem.code]).toEqual([endpoint.path, 403, 'FORBIDDEN'])
    }
  })

  test('every route below /api is an endpoint that says who may call it, or a known link', () => {
    const links = new Set(['/api/v1/auth/recovery-link', '/api/v1/openapi.json', '/api/docs'])
    const declared = new Set(
      app.api.endpoints.map((e) => `${e.method.toUpperCase()} ${e.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    const undeclared = app.app.routes
      .filter((route) => route.path.startsWith('/api/') && route.method !== 'ALL')
      .filter((route) => !declared.has(`${route.method} ${route.path}`) && !links.has(route.path))
    expect(undeclared).toEqual([])
  })

  test('a change of state from another site is refused on every route', async () => {
    const { cookie } = await app.signUpAndIn()
    for (const endpoint of app.api.endpoints.filter((e) => e.method !== 'get')) {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
        const problem = await refusal(endpoint.path, {
          method: endpoint.method.toUpperCase(),
          headers: { 'content-type': 'application/json', cookie, ...headers },
          body: '{}',
        })
        expect([endpoint.path, problem.code]).toEqual([endpoint.path, 'WRONG_ORIGIN'])
      }
    }
    expect((await app.send(getBusiness, {}, { cookie })).status).toBe(200)
  })
})

test('an address whose id is none is not there, on every route and for everyone', async () => {
  const { cookie } = await signUpAdmin(app)
  const withParams = app.api.endpoints.filter((endpoint) => endpoint.path.includes('{'))
  expect(withParams.length).toBeGreaterThan(3)
  for (const endpoint of withParams) {
    for (const id of ['1', 'no-id', '%00', '%E0%A4', "'%20or%201=1", `${crypto.randomUUID()}x`]) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, () => id)
      const init = { method: endpoint.method.toUpperCase(), headers: { ...json, cookie } }
      const problem = await refusal(path, endpoint.method === 'get' ? init : { ...init, body: '{}' })
      expect([endpoint.method, path, problem.code]).toEqual([endpoint.method, path, 'NOT_FOUND'])
    }
  }
})

describe('OpenAPI', () => {
  const read = async () =>
    (await app.app.request('/api/v1/openapi.json')).json() as Promise<Record<string, never>>

  test('the description is valid 3.1', async () => {
    const result = await new Validator().validate(await read())
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  test('it has every endpoint, and no object that comes in takes unknown fields', async () => {
    const { paths } = (await read()) as unknown as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>
    }
    for (const endpoint of app.api.endpoints) {
      const operation = paths[endpoint.path]?.[endpoint.method]
      expect(operation, endpoint.path).toBeDefined()
      if (endpoint.body) {
        const schema = operation?.requestBody?.content['application/json']?.schema
        expect(schema, endpoint.path).toMatchObject({ type: 'object', additionalProperties: false })
      }
    }
  })

  test('it says that an invoice may come in without a currency, and never goes out without one', async () => {
    interface Body {
      content: { 'application/json': { schema: { required: string[]; properties: object } } }
    }
    const { paths } = (await read()) as unknown as {
      paths: Record<string, Record<string, { requestBody: Body; responses: Record<string, Body> }>>
    }
    for (const { method, path } of [createInvoice, updateInvoice]) {
      const { requestBody, responses } = paths[path]![method]!
      const { required, properties } = requestBody.content['application/json'].schema
      expect(required).not.toContain('currency')
      expect(properties).toHaveProperty('currency')
      expect(responses[200]!.content['application/json'].schema.required).toContain('currency')
    }
  })

  test('it says which endpoints take a file and which give one', async () => {
    interface Content {
      content?: Record<string, { schema: object }>
    }
    const { paths } = (await read()) as unknown as {
      paths: Record<
        string,
        Record<string, { requestBody?: Content & { required: boolean }; responses: Record<string, Content> }>
      >
    }
    const binary = { schema: { type: 'string', format: 'binary' } }
    const upload = paths[uploadLogo.path]?.['post']
    expect(upload?.requestBody).toEqual({
      required: true,
      content: { 'application/octet-stream': binary },
    })
    expect(Object.keys(upload?.responses ?? {})).toEqual(expect.arrayContaining(['413', '422', '429']))
    const giving = app.api.endpoints.filter((endpoint) => endpoint.givesFile)
    expect(giving).toContain(getFile)
    for (const endpoint of giving) {
      const types = endpoint.givesFile!.map((type) => [type, binary])
      const operation = paths[endpoint.path]?.[endpoint.method]
      expect(operation?.responses['200']?.content).toEqual(Object.fromEntries(types))
      expect(operation?.responses).not.toHaveProperty('204')
    }
  })

  test('every operation says who may call it, and none leaves it open', async () => {
    const { paths } = (await read()) as unknown as {
      paths: Record<string, Record<string, { security?: unknown }>>
    }
    for (const { path, method, access } of app.api.endpoints) {
      const expected = access === 'public' ? [] : [{ session: [] }]
      expect(paths[path]?.[method]?.security, `${method} ${path}`).toEqual(expected)
    }
    const page = await (await app.app.request('/api/docs')).text()
    const openToAnyone = app.api.endpoints.filter(({ access }) => access === 'public').length
    expect(page.split('Open to anyone.')).toHaveLength(openToAnyone + 1)
    expect(page.split('Needs a session.')).toHaveLength(app.api.endpoints.length - openToAnyone + 1)
  })

  test('it can be read as a page', async () => {
    const response = await app.app.request('/api/docs')
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    for (const endpoint of app.api.endpoints) expect(page).toContain(endpoint.path)
  })

  test('anybody may ask for it, so it is made once', async () => {
    const paths = ['/api/v1/openapi.json', '/api/docs']
    for (const path of paths) await app.app.request(path)
    const stringify = vi.spyOn(JSON, 'stringify')
    try {
      for (const path of paths) expect((await app.app.request(path)).status).toBe(200)
      const made = stringify.mock.calls.filter(([value, , indent]) => indent === 2 || isDescription(value))
      expect(made).toEqual([])
    } finally {
      stringify.mockRestore()
    }
  })
})

const isDescription = (value: unknown) => typeof value === 'object' && value !== null && 'openapi' in value

test('every answer carries the security headers', async () => {
  for (const path of ['/healthz', '/api/v1/session', '/api/v1/nothing', '/api/docs']) {
    const { headers } = await app.app.request(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  }
})

test('a file that is opened by itself can run nothing and load nothing', async () => {
  const { cookie } = await app.signUpAndIn()
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  const { id } = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
  const { headers } = await app.send(getFile, { params: { id } })
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(getFile.givesFile).toContain(headers.get('content-type'))
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  // A refusal at the same URL is a problem document, and is not cached.
  const missing = await app.send(getFile, { params: { id: crypto.randomUUID() } })
  expect(missing.headers.get('content-type')).toBe('application/problem+json')
  expect(missing.headers.get('cache-control')).toBe('no-store')
})

test('health: alive always, ready while database and jobs answer', async () => {
  expect((await app.app.request('/healthz')).status).toBe(200)
  expect(await (await app.app.request('/readyz')).json()).toEqual({ database: 'ok', jobs: 'ok' })
})
