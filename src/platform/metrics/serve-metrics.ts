import { OpenAPIHono } from '@hono/zod-openapi'
import { createHash, timingSafeEqual } from 'node:crypto'
import { securityHeaders } from '../http/guards.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Metrics } from './metrics.ts'

export interface ServedMetrics extends Metrics {
  token: string | undefined
}

/** Serves the metrics next to pages and API, only for clients with the token. */
export function registerMetrics(app: OpenAPIHono<HttpEnv>, metrics: ServedMetrics): void {
  if (metrics.token !== undefined) serve(app, metrics)
}

/** The app for the separate metrics port. */
export function buildMetricsApp(metrics: ServedMetrics): OpenAPIHono<HttpEnv> {
  const app = new OpenAPIHono<HttpEnv>()
  app.use(securityHeaders('http:'))
  serve(app, metrics)
  return app
}

function serve(app: OpenAPIHono<HttpEnv>, { read, token }: ServedMetrics): void {
  app.get('/metrics', async (context) => {
    if (token !== undefined && !isToken(context.req.header('authorization'), token)) {
      return context.text('The token is missing or wrong.\n', 401, { 'www-authenticate': 'Bearer' })
    }
    const { text, contentType } = await read()
    return context.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}
