import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes, routePath } from 'hono/route'
import type { Registry } from 'prom-client'
import type { HttpEnv } from '../http/http-env.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The route of pages, and of all middleware. */
const anyRoute = '/*'

/** The pattern and never the path, which contains ids and links: there are few patterns. */
function routeOf(context: Context): string {
  const route = routePath(context)
  if (route !== anyRoute) return route
  // Middleware refused the request before it reached its route.
  return matchedRoutes(context).find(({ path }) => path !== anyRoute)?.path ?? anyRoute
}

export function createRequestMetrics(prom: typeof import('prom-client'), registry: Registry) {
  const registers = [registry]
  const total = new prom.Counter({
    name: 'millrace_http_requests_total',
    help: 'Requests that were answered. Pages, and paths that lead nowhere, have the route /*.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new prom.Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Seconds until the answer began.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const underWay = new prom.Gauge({
    name: 'millrace_http_requests_under_way',
    help: 'Requests that have no answer yet.',
    registers,
  })
  let open = 0
  const count: MiddlewareHandler<HttpEnv> = async (context, next) => {
    const began = performance.now()
    open += 1
    try {
      await next()
    } finally {
      open -= 1
    }
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    const route = routeOf(context)
    total.inc({ method, route, status: context.res.status })
    duration.observe({ method, route }, (performance.now() - began) / 1000)
  }
  return { count, refresh: () => underWay.set(open) }
}
