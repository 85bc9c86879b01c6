import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { helpSlugs } from '../../src/features/site/help-rules.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { fillPath, jsonSchemaOf, nameOf, partsOf, shoot } from '../support/attack-world.ts'
import { goodBody } from '../support/fixtures/good-bodies.ts'
import { type TestApp, createTestApp, problemOf, signUpAdmin, testOrigin } from '../support/test-app.ts'

let app: TestApp
let cookie: string
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  ;({ cookie } = await app.signUpAndIn())
  ;({ cookie: admin } = await signUpAdmin(app))
})
afterAll(() => app.close())

const changing = () => app.api.endpoints.filter(({ method }) => method !== 'get')
const taking = () => app.api.endpoints.filter(({ body }) => body !== undefined)
const cookieFor = ({ access }: Endpoint) => (access === 'admin' ? admin : cookie)

/** Each request comes from another IP address. Otherwise the rate limits of public routes would refuse it. */
let shots = 0
const fire = (endpoint: Endpoint, shot: Parameters<typeof shoot>[2] = {}) =>
  shoot(app, endpoint, {
    // The token of a client portal has the right form, so that the rest of the request is looked at.
    params: { kind: 'expense', article: helpSlugs[0], token: `${'A'.repeat(48)}.${'A'.repeat(43)}` },
    ...shot,
    headers: { 'x-forwarded-for': `198.51.100.${shots++}`, ...shot.headers },
  })

describe('who may call', () => {
  test('without a session, with an empty one and with a made-up one, every route but the public ones is closed', async () => {
    const closed = app.api.endpoints.filter(({ access }) => access !== 'public')
    expect(closed.length).toBeGreaterThan(90)
    const [name] = cookie.split('=')
    for (const endpoint of closed) {
      for (const none of [undefined, `${name}=`, `${name}=${'a'.repeat(32)}.${'b'.repeat(43)}=`]) {
        const response = await fire(endpoint, { cookie: none })
        const { code } = await problemOf(response)
        expect([nameOf(endpoint), code]).toEqual([nameOf(endpoint), 'NOT_SIGNED_IN'])
      }
    }
  })

  test('the public routes are these, and nothing else is', () => {
    const open = app.api.endpoints.filter(({ access }) => access === 'public').map(nameOf)
    expect(open.toSorted()).toEqual([
      'GET /api/v1/files/{id}',
      'GET /api/v1/portal/{token}',
      'GET /api/v1/portal/{token}/details',
      'GET /api/v1/portal/{token}/door',
      'GET /api/v1/portal/{token}/estimates',
      'GET /api/v1/portal/{token}/invoices',
      'GET /api/v1/portal/{token}/messages',
      'GET /api/v1/portal/{token}/payments',
      'GET /api/v1/portal/{token}/payments/{paymentId}/receipt',
      'GET /api/v1/portal/{token}/statement',
      'GET /api/v1/public/credit-notes/{id}',
      'GET /api/v1/public/credit-notes/{id}/pdf',
      'GET /api/v1/public/estimates/{id}',
      'GET /api/v1/public/estimates/{id}/attachments',
      'GET /api/v1/public/estimates/{id}/attachments/{attachmentId}',
      'GET /api/v1/public/estimates/{id}/pdf',
      'GET /api/v1/public/invoices/{id}',
      'GET /api/v1/public/invoices/{id}/attachments',
      'GET /api/v1/public/invoices/{id}/attachments/{attachmentId}',
      'GET /api/v1/public/invoices/{id}/payment-options',
      'GET /api/v1/public/invoices/{id}/pdf',
      'GET /api/v1/public/invoices/{id}/says-paid',
      'GET /api/v1/session',
      'GET /api/v1/summary-emails/{token}',
      'POST /api/v1/auth/forgot-password',
      'POST /api/v1/auth/google',
      'POST /api/v1/auth/reset-password',
      'POST /api/v1/auth/sign-in',
      'POST /api/v1/auth/sign-up',
      'POST /api/v1/auth/verify-email',
      'POST /api/v1/contact',
      'POST /api/v1/help/{article}/vote',
      'POST /api/v1/invitations/join-new',
      'POST /api/v1/invitations/read',
      'POST /api/v1/portal/link',
      'POST /api/v1/portal/{token}/checkout',
      'POST /api/v1/portal/{token}/code',
      'POST /api/v1/portal/{token}/demo-payment',
      'POST /api/v1/portal/{token}/devices',
      'POST /api/v1/portal/{token}/messages',
      'POST /api/v1/portal/{token}/opened',
      'POST /api/v1/portal/{token}/payment-options',
      'POST /api/v1/public/estimates/{id}/decision',
      'POST /api/v1/public/estimates/{id}/email',
      'POST /api/v1/public/estimates/{id}/viewed',
      'POST /api/v1/public/invoices/{id}/checkout',
      'POST /api/v1/public/invoices/{id}/confirm-payment',
      'POST /api/v1/public/invoices/{id}/demo-payment',
      'POST /api/v1/public/invoices/{id}/email',
      'POST /api/v1/public/invoices/{id}/receipt',
      'POST /api/v1/public/invoices/{id}/says-paid',
      'POST /api/v1/public/invoices/{id}/stop-autopay',
      'POST /api/v1/public/invoices/{id}/viewed',
      'POST /api/v1/summary-emails/{token}',
      'POST /api/v1/webhooks/plaid',
      'POST /api/v1/webhooks/stripe',
      'POST /api/v1/webhooks/stripe/{webhookId}',
      'PUT /api/v1/portal/{token}/details',
    ])
  })

  test('an owner is no administrator, whatever role a request claims', async () => {
    const ofOperator = app.api.endpoints.filter(({ access }) => access === 'admin')
    const headers = { 'x-role': 'admin', 'x-user-role': 'admin', 'x-admin': '1' }
    for (const endpoint of ofOperator) {
      const response = await fire(endpoint, {
        cookie: `${cookie}; role=admin`,
        headers,
        query: '?role=admin',
      })
      expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 403])
    }
    const { rows } = await app.database.auth.query(
      `select count(*)::int as n from auth.users where role = 'admin'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('what may come in', () => {
  const extra = {
    businessId: crypto.randomUUID(),
    business_id: crypto.randomUUID(),
    userId: crypto.randomUUID(),
    role: 'admin',
    isAdmin: true,
    plan: 'enterprise',
    totalMinor: 1,
    totals: { totalMinor: 1 },
    status: 'paid',
    number: 'FREE-1',
    createdAt: '2000-01-01T00:00:00.000Z',
  }

  test('a field that an endpoint does not know is refused by its name, on every endpoint that takes a body', async () => {
    expect(taking().length).toBeGreaterThan(40)
    for (const endpoint of taking()) {
      const known = Object.keys(jsonSchemaOf(endpoint.body!).properties ?? {})
      const unknown = Object.fromEntries(Object.entries(extra).filter(([name]) => !known.includes(name)))
      const response = await fire(endpoint, {
        cookie: cookieFor(endpoint),
        body: { ...goodBody(endpoint), ...unknown },
      })
      const { code, fields } = await problemOf(response)
      expect([nameOf(endpoint), response.status, code]).toEqual([nameOf(endpoint), 422, 'VALIDATION_FAILED'])
      const names = Object.keys(unknown)
      expect(fields, nameOf(endpoint)).toEqual(
        Object.fromEntries(names.map((name) => [name, 'This field isn’t recognized.'])),
      )
    }
  })

  test('nor is there a place inside of a body or a query for what is not declared', () => {
    const open: string[] = []
    for (const endpoint of app.api.endpoints) {
      for (const schema of [endpoint.body, endpoint.query, endpoint.params]) {
        for (const [path, part] of schema ? partsOf(jsonSchemaOf(schema)) : []) {
          if (part.properties && part.additionalProperties !== false) {
            open.push(`${nameOf(endpoint)} ${path.join('.')}`)
          }
        }
      }
    }
    expect(open).toEqual([])
  })

  test('names of what every object inherits change nothing, on every endpoint that takes a body', async () => {
    const poison = '{"__proto__":{"polluted":1,"role":"admin"},"constructor":{"prototype":{"polluted":1}}}'
    for (const endpoint of taking()) {
      const good = JSON.stringify(goodBody(endpoint))
      const mixed = good === '{}' ? poison : `${poison.slice(0, -1)},${good.slice(1)}`
      const response = await fire(endpoint, { cookie: cookieFor(endpoint), body: mixed })
      expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 422])
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    }
  })

  test('a body nested as deep as fits is refused like any other that does not fit', async () => {
    const depth = 30_000
    for (const endpoint of taking()) {
      const [name = 'x'] = Object.keys(goodBody(endpoint))
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const many = open === '[' ? depth : depth / 6
        const body = `{"${name}":${open.repeat(many)}1${close.repeat(many)}}`
        const response = await fire(endpoint, { cookie: cookieFor(endpoint), body })
        expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 422])
      }
    }
  })

  test('a body over its limit is refused on every endpoint, before anything else is looked at', async () => {
    for (const endpoint of changing()) {
      const body = ' '.repeat((endpoint.bodyLimit ?? 64 * 1024) + 1)
      const response = await fire(endpoint, { body })
      expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 413])
    }
  })
})

describe('requests of other sites', () => {
  const others = [
    'https://evil.example',
    'null',
    `${testOrigin}.evil.example`,
    testOrigin.replace('http:', 'https:'),
    testOrigin.replace('3000', '30000'),
    'http://127.0.0.1:3000',
    `${testOrigin}/`,
    testOrigin.toUpperCase(),
  ]

  test('change nothing on any route, with a session or without', async () => {
    for (const endpoint of changing()) {
      for (const [index, origin] of others.entries()) {
        const who = index % 2 === 0 ? cookieFor(endpoint) : undefined
        const { code } = await problemOf(await fire(endpoint, { cookie: who, headers: { origin } }))
        expect([nameOf(endpoint), origin, code]).toEqual([nameOf(endpoint), origin, 'WRONG_ORIGIN'])
      }
    }
  })

  test('cannot be forms: no endpoint reads a body that a page may send without asking first', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']
    for (const endpoint of taking()) {
      for (const type of types) {
        const response = await fire(endpoint, {
          cookie: cookieFor(endpoint),
          headers: { 'content-type': type },
        })
        expect([nameOf(endpoint), type, response.status]).toEqual([nameOf(endpoint), type, 415])
      }
    }
  })

  test('are never told that they may: neither when they ask first nor in any answer', async () => {
    for (const endpoint of app.api.endpoints.filter(({ path }) => path !== '/api/v1/live')) {
      const origin = 'https://evil.example'
      const asking = await app.app.request(fillPath(endpoint.path, {}), {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': endpoint.method.toUpperCase(),
          'access-control-request-headers': 'content-type',
        },
      })
      const answer = await fire(endpoint, { cookie: cookieFor(endpoint), headers: { origin } })
      for (const { headers } of [asking, answer]) {
        const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect([nameOf(endpoint), allowed]).toEqual([nameOf(endpoint), []])
      }
      expect([nameOf(endpoint), asking.ok]).toEqual([nameOf(endpoint), false])
      await answer.body?.cancel()
    }
  })
})

describe('methods', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'DEBUG']

  test('that a path does not have are not there, on every path', async () => {
    const byPath = Map.groupBy(app.api.endpoints, ({ path }) => fillPath(path, {}))
    for (const [path, endpoints] of byPath) {
      const known = new Set(endpoints.map(({ method }) => method.toUpperCase()))
      // The pattern of /invoices/{id} also matches paths such as /invoices/summary.
      for (const { path: pattern, method } of app.api.endpoints) {
        const matches = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
        if (matches) known.add(method.toUpperCase())
      }
      for (const method of methods.filter((one) => !known.has(one))) {
        const response = await app.app.request(path, { method, headers: { origin: testOrigin, cookie } })
        expect([method, path, response.status]).toEqual([method, path, 404])
      }
    }
  })

  test('are what the request line says, whatever a header, a query or a field says', async () => {
    const deletes = app.api.endpoints.filter(({ method }) => method === 'delete')
    expect(deletes.length).toBeGreaterThan(5)
    for (const endpoint of deletes) {
      const path = fillPath(endpoint.path, {})
      const isRead = app.api.endpoints.some((one) => one.method === 'get' && one.path === endpoint.path)
      for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
        const headers = { origin: testOrigin, cookie, [header]: 'DELETE' }
        const post = await app.app.request(`${path}?_method=DELETE`, { method: 'POST', headers })
        expect([path, post.status]).not.toEqual([path, 204])
        const get = await app.app.request(`${path}?_method=DELETE`, { headers })
        if (!isRead) expect([path, header, get.status]).toEqual([path, header, 404])
      }
    }
    expect((await app.app.request('/api/v1/session', { headers: { cookie } })).status).toBe(200)
  })
})
