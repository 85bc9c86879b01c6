import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpEnv } from './api.ts'
import { requestLog, securityHeaders } from './guards.ts'
import { servePages } from './pages.ts'

const app = new OpenAPIHono<HttpEnv>()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const pages = [
    { pattern: '/invoices/:id', file: null },
    { pattern: '/invoices/:id/view', file: null, noindex: true },
  ]
  await writeFile(join(folder, 'routes.json'), JSON.stringify({ pages, notFound: '404.html' }))
  await writeFile(join(folder, 'index.html'), '<html lang="en">app')
  await writeFile(join(folder, '404.html'), '<html lang="en">not here')
  app.use(requestLog(pino({ level: 'silent' }), false))
  app.use(securityHeaders('http://localhost:3000'))
  servePages(app, folder)
})
afterAll(() => rm(folder, { recursive: true }))

test('a page whose address is its key is kept from search engines and named to no other site', async () => {
  const open = await app.request('/invoices/1/view')
  expect([open.status, await open.text()]).toEqual([200, '<html lang="en">app'])
  expect(open.headers.get('x-robots-tag')).toBe('noindex')
  expect(open.headers.get('referrer-policy')).toBe('no-referrer')

  const other = await app.request('/invoices/1')
  expect(other.status).toBe(200)
  expect(other.headers.get('x-robots-tag')).toBeNull()
  expect(other.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('a path that no page has is answered with its own page', async () => {
  const missing = await app.request('/invoices/1/view/more')
  expect([missing.status, await missing.text()]).toEqual([404, '<html lang="en">not here'])
})
