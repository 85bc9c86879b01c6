import { OpenAPIHono } from '@hono/zod-openapi'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestLog, securityHeaders } from './guards.ts'
import type { HttpEnv } from './http-env.ts'
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
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: __ORIGIN__/sitemap.xml')
  await writeFile(join(folder, 'sitemap.xml'), '<loc>__ORIGIN__/</loc>')
  await mkdir(join(folder, 'videos'))
  await writeFile(join(folder, 'videos', 'tour.webm'), '0123456789')
  await writeFile(join(folder, 'videos', 'tour.vtt'), 'WEBVTT')
  await writeFile(join(folder, '404.html'), '<html lang="en">not here')
  app.use(requestLog(pino({ level: 'silent' }), false))
  app.use(securityHeaders('http://localhost:3000'))
  const facts = {
    origin: 'https://books.example.com',
    operator: 'Test Operator',
    address: '1 Test Street',
    support: 'support@example.com',
  }
  servePages(app, { folder, facts })
})
afterAll(() => rm(folder, { recursive: true }))

test('a page whose address is its key is kept from search engines and named to no other site', async () => {
  const open = await app.request('/invoices/1/view')
  expect([open.status, await open.text()]).toEqual([200, '<html lang="en">app'])
  expect(open.headers.get('x-robots-tag')).toBe('noindex')
  expect(open.headers.get('cache-control')).toBe('no-store')
  expect(open.headers.get('referrer-policy')).toBe('no-referrer')

  const other = await app.request('/invoices/1')
  expect(other.status).toBe(200)
  expect(other.headers.getSetCookie()).toEqual([])
  expect(other.headers.get('x-robots-tag')).toBeNull()
  expect(other.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('a path that no page has is answered with its own page', async () => {
  const missing = await app.request('/invoices/1/view/more')
  expect([missing.status, await missing.text()]).toEqual([404, '<html lang="en">not here'])
})

test('search engines find the list of pages under the origin of this installation', async () => {
  const robots = await app.request('/robots.txt')
  expect(await robots.text()).toBe('Sitemap: https://books.example.com/sitemap.xml')
  const sitemap = await app.request('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(await sitemap.text()).toBe('<loc>https://books.example.com/</loc>')
})

test('a file is kept for ever under a version, and for an hour without', async () => {
  const versioned = await app.request('/videos/tour.webm?v=1')
  expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const plain = await app.request('/videos/tour.webm')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(plain.headers.get('content-type')).toBe('video/webm')
  const captions = await app.request('/videos/tour.vtt')
  expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  const missing = await app.request('/videos/none.webm?v=1')
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache'])
})

test('a part of a video is sent by itself, so that one can jump in it', async () => {
  const part = await app.request('/videos/tour.webm?v=1', { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
  const beyond = await app.request('/videos/tour.webm', { headers: { range: 'bytes=20-' } })
  expect(beyond.status).toBe(416)
})
