import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { TrieRouter } from 'hono/router/trie-router'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Installation } from '../../shared/installation.ts'
import { type Theme, escapeMarkup, fillPage, fillPlaceholders } from './fill-page.ts'
import { loggedPath } from './guards.ts'
import type { HttpEnv } from './http-env.ts'

/** The routes that the page build writes; see src/pages/prerender.tsx. */
const routesSchema = z.object({
  pages: z.array(
    z.object({ pattern: z.string(), file: z.string().nullable(), noindex: z.boolean().optional() }),
  ),
  notFound: z.string(),
})

type Encoding = 'br' | 'gzip' | 'identity'

/** Returns an HTML file in each theme and encoding. Each variant is created on its first request. */
function createDocument(path: string, facts: Installation) {
  const source = readFileSync(path, 'utf8')
  const variants = new Map<string, Uint8Array<ArrayBuffer>>()
  return (theme: Theme, encoding: Encoding): Uint8Array<ArrayBuffer> => {
    const key = `${theme} ${encoding}`
    let variant = variants.get(key)
    if (!variant) {
      const html = Buffer.from(fillPage(source, facts, theme))
      // Copied once here: a buffer that shares its memory would have to be copied for every response.
      variant = new Uint8Array(
        encoding === 'br' ? brotliCompressSync(html) : encoding === 'gzip' ? gzipSync(html) : html,
      )
      variants.set(key, variant)
    }
    return variant
  }
}

function encodingFor(context: Context): Encoding {
  const accepted = context.req.header('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function themeFor(context: Context): Theme {
  const theme = getCookie(context, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Files for search engines. Both contain the origin. */
const crawlerFiles = [
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', escape: (text: string) => text },
  { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', escape: escapeMarkup },
]

const immutable = 'public, max-age=31536000, immutable'
const anHour = 'public, max-age=3600'

interface Pages {
  folder: string
  facts: Installation
}

/** Assets are cached without limit, documents never. Unknown paths get a 404 page. */
export function servePages(app: OpenAPIHono<HttpEnv>, { folder, facts }: Pages): void {
  const { pages, notFound } = routesSchema.parse(
    JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')),
  )
  const files = new Set([...pages.map((page) => page.file ?? 'index.html'), notFound])
  const documents = new Map([...files].map((file) => [file, createDocument(join(folder, file), facts)]))
  const router = new TrieRouter<(typeof pages)[number]>()
  for (const page of pages) router.add('GET', page.pattern, page)

  const send = (context: Context<HttpEnv>, file: string, status: 200 | 404, isSecret = false) => {
    const encoding = encodingFor(context)
    const body = documents.get(file)!(themeFor(context), encoding)
    context.header('content-type', 'text/html; charset=utf-8')
    context.header('cache-control', isSecret ? 'no-store' : 'no-cache')
    context.header('vary', 'accept-encoding, cookie')
    if (encoding !== 'identity') context.header('content-encoding', encoding)
    return context.body(body, status)
  }

  const assets = serveStatic<HttpEnv>({ root: folder, precompressed: true })
  app.use('/assets/*', async (context, next) => {
    await next()
    // The file names contain a hash of the content.
    if (context.res.ok) context.header('cache-control', immutable)
  })
  app.use('/assets/*', assets)
  for (const { path, type, escape } of crawlerFiles) {
    if (!existsSync(join(folder, path))) continue
    const text = fillPlaceholders(readFileSync(join(folder, path), 'utf8'), facts, escape)
    app.get(path, (context) => context.body(text, 200, { 'content-type': type, 'cache-control': anHour }))
  }
  app.get('*', async (context, next) => {
    if (context.req.path.startsWith('/api/') || context.req.path.startsWith('/assets/')) return next()
    const path = context.req.path.replace(/(.)\/+$/, '$1')
    const [matches] = router.match('GET', path)
    const page = matches[0]?.[0]
    if (page?.noindex) {
      // The address alone grants access to the page, so search engines, other sites and caches must not learn it.
      context.header('x-robots-tag', 'noindex')
      context.header('referrer-policy', 'no-referrer')
    }
    if (page) return send(context, page.file ?? 'index.html', 200, page.noindex)
    // Files such as favicon.svg and images, but never an HTML document by its file name.
    if (/\.(svg|png|webp|webm|vtt|ico|webmanifest|woff2)$/.test(path)) {
      const response = await assets(context, async () => undefined)
      if (response) return withCaching(response, context)
    }
    context.get('log').warn({ path: loggedPath(context.req.path) }, 'page not found')
    return send(context, notFound, 404)
  })
}

/** The content at an address with a version never changes. Without a version it may change soon. */
function withCaching(response: Response, context: Context): Response {
  if (!response.ok) return response
  response.headers.set('cache-control', context.req.query('v') ? immutable : anHour)
  if (context.req.path.endsWith('.vtt')) response.headers.set('content-type', 'text/vtt; charset=utf-8')
  return response
}
