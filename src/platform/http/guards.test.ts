import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import type { HttpEnv } from './api.ts'
import { requestLog, securityHeaders } from './guards.ts'

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
