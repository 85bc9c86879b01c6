import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { createLog } from '../log.ts'
import { originCheck, requestLog, securityHeaders } from './guards.ts'
import { buildHealthApp } from './health.ts'
import type { HttpEnv } from './http-env.ts'
import { answerWithProblem } from './problems.ts'

test('a line of the log tells what was asked for, and neither by whom nor what followed the question mark', async () => {
  const lines: string[] = []
  const app = new OpenAPIHono<HttpEnv>()
  app.use(requestLog(createLog('info', { write: (line: string) => void lines.push(line) }), true))
  app.get('/help', (context) => context.text('help'))
  const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'A browser' }
  await app.request('/help?search=rent', { headers })
  expect(lines).toHaveLength(1)
  expect(Object.keys(JSON.parse(lines[0] ?? '')).toSorted()).toEqual(
    ['level', 'method', 'ms', 'msg', 'path', 'requestId', 'status', 'time'].toSorted(),
  )
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/help', status: 200 })
})

test('a refused request is logged with the reason', async () => {
  const lines: string[] = []
  const app = new OpenAPIHono<HttpEnv>()
  app.use(requestLog(createLog('info', { write: (line: string) => void lines.push(line) }), false))
  app.use(originCheck(['https://books.example.com']))
  app.onError(answerWithProblem)
  app.get('/closed', () => {
    throw new AppError('FORBIDDEN', 'Not for you.')
  })
  await app.request('/closed')
  await app.request('/closed', { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: '/closed', status: 403, refusal: 'FORBIDDEN' },
    { method: 'POST', path: '/closed', status: 403, refusal: 'WRONG_ORIGIN' },
  ])
})

test('a process that only runs jobs answers with the same headers as pages do', async () => {
  const deps = {} as Parameters<typeof buildHealthApp>[1]
  const { app: health } = buildHealthApp(createLog('silent', { write: () => undefined }), deps)
  const pages = new OpenAPIHono<HttpEnv>()
  pages.use(securityHeaders('http://localhost:3000'))
  for (const path of ['/healthz', '/nothing']) {
    const [one, other] = await Promise.all([health.request(path), pages.request(path)])
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
      expect(one.headers.get(name), `${name} of ${path}`).toBeTruthy()
      expect(one.headers.get(name)).toBe(other.headers.get(name))
    }
  }
  const policy = (await health.request('/healthz')).headers.get('content-security-policy')
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
})

test('a visitor’s address is taken from a proxy only where one is trusted, and only what that one saw', async () => {
  const seen = async (trustProxy: boolean) => {
    const app = new OpenAPIHono<HttpEnv>()
    app.use(requestLog(createLog('silent', { write: () => undefined }), trustProxy))
    app.get('/', (context) => context.text(context.get('ip')))
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-real-ip': '198.51.100.2' }
    return (await app.request('/', { headers })).text()
  }
  expect(await seen(true)).toBe('203.0.113.7')
  expect(await seen(false)).toBe('unknown')
})

test('a page can load scripts, fonts, pictures and all else from here alone, and send nothing elsewhere', async () => {
  const app = new OpenAPIHono<HttpEnv>()
  app.use(securityHeaders('https://books.example.com'))
  app.get('/', (context) => context.text('page'))
  const policy = (await app.request('/')).headers.get('content-security-policy') ?? ''
  const sources = policy
    .split('; ')
    .map((rule) => rule.split(' '))
    .filter(([name]) => /-(src|action)$/.test(name ?? ''))
    .flatMap(([, ...from]) => from)
  expect([...new Set(sources)].toSorted()).toEqual(["'none'", "'self'", "'unsafe-inline'", 'blob:', 'data:'])
  expect(policy).toMatch(/default-src 'self';.*script-src 'self';.*font-src 'self';.*connect-src 'self';/)
})
