import { OpenAPIHono } from '@hono/zod-openapi'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInWithGoogle } from '../../src/features/auth/contract.ts'
import { safeReturnPath } from '../../src/features/auth/rules.ts'
import { getFile, uploadLogo } from '../../src/features/business/contract.ts'
import { testEmail } from '../../src/features/integrations/contract.ts'
import { getPublicInvoice } from '../../src/features/invoices/public/contract.ts'
import { requestLog, securityHeaders } from '../../src/platform/http/guards.ts'
import type { HttpEnv } from '../../src/platform/http/http-env.ts'
import { listen } from '../../src/platform/http/listen.ts'
import { servePages } from '../../src/platform/http/pages.ts'
import { makePicture } from '../support/fixtures/images.ts'
import { makeInvoice } from '../support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf, testOrigin } from '../support/test-app.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp({
    allowPrivateAddresses: false,
    google: { clientId: 'client', clientSecret: 'secret' },
  })
  ;({ cookie } = await app.signUpAndIn())
})
afterAll(() => app.close())

test('a mail server that is inside is never reached, however its address is written', async () => {
  let connections = 0
  const inside = createServer((socket) => {
    connections++
    socket.end('220 inside\r\n')
  }).listen(0, '::')
  await once(inside, 'listening')
  const { port } = inside.address() as AddressInfo
  const hosts = [
    'localhost',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '[::]',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
  ]
  for (const host of hosts) {
    const body = { fromAddress: 'a@business.example', host, port, username: '', password: 'a password' }
    const headers = { 'x-forwarded-for': crypto.randomUUID() }
    const response = await app.send(testEmail, { body }, { cookie, headers })
    const said = (await response.json()) as { ok?: boolean; code?: string }
    expect([host, said.ok === false || said.code === 'VALIDATION_FAILED']).toEqual([host, true])
  }
  expect(connections).toBe(0)
  // The server exists: it is reached if the operator allows it.
  app.deps.allowPrivateAddresses = true
  const body = { fromAddress: 'a@business.example', host: '127.0.0.1', port, username: '', password: 'x' }
  await app.send(testEmail, { body }, { cookie })
  app.deps.allowPrivateAddresses = false
  expect(connections).toBe(1)
  inside.close()
})

describe('redirects', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
  ])('%j is no place to return to', (path) => {
    expect(safeReturnPath(path)).toBe('/dashboard')
  })

  test('signing in with Google comes back here alone, whatever place and host a request names', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    for (const returnTo of ['//evil.example', 'https://evil.example/', '/@evil.example', '.evil.example']) {
      const response = await app.send(signInWithGoogle, { body: { returnTo } }, { headers })
      const { url } = await answerOf(signInWithGoogle, response)
      expect(new URL(url).host).toBe('accounts.google.com')
      const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
      expect(back.origin).toBe(testOrigin)
    }
    const kept = await app.database.auth.query<{ value: string }>('select value from auth.verifications')
    const urls = kept.rows.flatMap(({ value }) => [...value.matchAll(/"callbackURL":"([^"]*)"/g)])
    expect(urls.length).toBeGreaterThan(0)
    for (const [, url] of urls) expect(new URL(url ?? '').origin).toBe(testOrigin)
  })

  test('a recovery link leads to our own page, whatever it carries and whichever host is named', async () => {
    for (const token of ['', 'x', '//evil.example', 'https://evil.example', 'a%0d%0aset-cookie:%20a=b']) {
      const path = `/api/v1/auth/recovery-link?token=${token}&callbackURL=https://evil.example`
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const response = await app.app.request(path, { headers })
      expect(response.status).toBe(302)
      const target = new URL(response.headers.get('location') ?? '', 'https://nowhere.example')
      expect([target.origin, target.pathname]).toEqual([testOrigin, '/reset-password'])
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })
})

describe('files', () => {
  let folder: string
  let port: number
  let stop: () => Promise<void>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attack-'))
    const pages = join(folder, 'web')
    await mkdir(join(pages, 'assets'), { recursive: true })
    await writeFile(join(folder, 'secret.svg'), 'the secret beside the pages')
    await writeFile(join(folder, 'secret'), 'the secret beside the pages')
    await writeFile(join(pages, 'assets', 'app.js'), 'the app')
    // What a careless copy of the pages might contain.
    await mkdir(join(pages, '.git'))
    await writeFile(join(pages, '.git', 'config'), 'not for anybody')
    await writeFile(join(pages, '.env'), 'not for anybody')
    const list = { pages: [{ pattern: '/', file: null }], notFound: '404.html' }
    await writeFile(join(pages, 'routes.json'), JSON.stringify(list))
    await writeFile(join(pages, 'index.html'), '<html lang="en">app')
    await writeFile(join(pages, '404.html'), '<html lang="en">not here')
    const site = new OpenAPIHono<HttpEnv>()
    site.use(requestLog(pino({ level: 'silent' }), false))
    site.use(securityHeaders(testOrigin))
    const facts = { origin: testOrigin, operator: '', address: '', support: '' }
    servePages(site, { folder: pages, facts })
    const server = await listen(site, { host: '127.0.0.1', port: 0 })
    port = server.port
    stop = server.close
  })
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })

  /** Sends the path as it is written, because every client would normalize it first. */
  async function getRaw(path: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    const parts: Buffer[] = []
    for await (const part of socket) parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  }

  test('what lies beside the pages is not reached, however the way up is written', async () => {
    expect(await getRaw('/assets/app.js')).toContain('the app')
    const ups = [
      '..',
      '%2e%2e',
      '%252e%252e',
      '.%2e',
      '....',
      '..%00',
      '..;',
      '%c0%ae%c0%ae',
      '%uff0e%uff0e',
      '．．',
    ]
    const slashes = ['/', '%2f', '%252f', '\\', '%5c', '//', '%c0%af']
    for (const up of ups) {
      for (const slash of slashes) {
        for (const name of ['secret', 'secret.svg']) {
          for (const path of [`/assets/${up}${slash}${up}${slash}${name}`, `/${up}${slash}${name}`]) {
            expect([path, (await getRaw(path)).includes('beside the pages')]).toEqual([path, false])
          }
        }
      }
    }
    for (const path of [
      '/routes.json',
      '/404.html',
      '/assets/',
      '/assets',
      '/.env',
      '/.git/config',
      '/assets/app.js%00.svg',
    ]) {
      expect(await getRaw(path)).toMatch(/^HTTP\/1.1 (404|400)/)
    }
  })

  const disguised = [
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'],
    [
      'SVG behind an XML head',
      '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['SVG that fetches', '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>'],
    ['HTML behind the mark of a GIF', 'GIF89a/*<script>alert(1)</script>*/'],
    ['PDF', '%PDF-1.7 /JS (app.alert(1))'],
  ] as const
  test.each(disguised)('%s is no picture, whatever type it is said to be', async (_what, text) => {
    for (const type of ['image/png', 'image/svg+xml', 'text/html']) {
      const file = new Blob([text], { type })
      const response = await app.send(uploadLogo, { file }, { cookie, headers: { 'content-type': type } })
      expect(response.status).toBe(422)
      expect((await problemOf(response)).code).toBe('INVALID_FILE_TYPE')
    }
  })

  test('a picture that is a page as well comes out as a picture alone', async () => {
    const script = '<script>alert(1)</script>'
    const picture = await makePicture('png', { hiddenText: script })
    const file = new Blob([new Uint8Array(Buffer.concat([picture, Buffer.from(script)]))])
    const { id } = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
    const response = await app.send(getFile, { params: { id } })
    expect(response.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
    expect(Buffer.from(await response.arrayBuffer()).includes('<script')).toBe(false)
  })
})

test('every kind of answer carries the headers that keep a browser in', async () => {
  const { id } = await makeInvoice(app, cookie)
  const post = (body: string, type = 'application/json') => ({
    method: 'POST',
    headers: { origin: testOrigin, 'content-type': type },
    body,
  })
  const kinds: [string, number, RequestInit?][] = [
    ['/healthz', 200],
    ['/api/v1/session', 200],
    ['/api/v1/openapi.json', 200],
    ['/api/docs', 200],
    [getPublicInvoice.path.replace('{id}', id), 200],
    [`${getPublicInvoice.path.replace('{id}', id)}/pdf`, 200],
    ['/api/v1/account/export', 200, { headers: { cookie } }],
    ['/api/v1/auth/recovery-link?token=x', 302],
    ['/api/v1/business', 401],
    ['/api/v1/nothing', 404],
    ['/nothing', 404],
    ['/api/v1/session', 404, { method: 'OPTIONS' }],
    ['/api/v1/session', 200, { method: 'HEAD' }],
    ['/api/v1/auth/sign-in', 400, post('{')],
    ['/api/v1/auth/sign-in', 403, { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ['/api/v1/auth/sign-in', 413, post(' '.repeat(70_000))],
    ['/api/v1/auth/sign-in', 415, post('{}', 'text/plain')],
    ['/api/v1/auth/sign-in', 422, post('{}')],
    ['/sandbox/cards/nothing', 404],
  ]
  for (const [path, status, init] of kinds) {
    const { status: got, headers, body } = await app.app.request(path, init)
    await body?.cancel()
    expect([path, got]).toEqual([path, status])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toMatch(/default-src '(self|none)'/)
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|\*/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe('DENY')
    expect(headers.get('referrer-policy'), path).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect(headers.get('x-powered-by') ?? headers.get('server'), path).toBeNull()
    const isKept = got === 302 || path.endsWith('openapi.json')
    if (path.startsWith('/api/v1/') && !isKept) expect(headers.get('cache-control'), path).toBe('no-store')
  }
})
