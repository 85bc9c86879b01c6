import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError } from '../../shared/errors.ts'
import type { HttpEnv } from './http-env.ts'

function clientAddress(context: Context, trustProxy: boolean): string {
  // The proxy appends the address that it saw. Everything before that comes from the client.
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded
  // In tests, app.request() has no socket.
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown'
}

const longSegment = /([^/]{8})[^/]{24,}/g

/** Shortens a path for the log: the id in a public link grants access. */
export function loggedPath(path: string): string {
  return path.replaceAll(longSegment, '$1…')
}

/** Gives each request an id and a log line. The query is not logged, because links carry secrets there. */
export function requestLog(log: Logger, trustProxy: boolean): MiddlewareHandler<HttpEnv> {
  // No redaction: these few fields contain no secrets, and the search costs more than the writing.
  const lines = log.child({}, { redact: [] })
  return async (context, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('log', log.child({ requestId }))
    context.set('ip', clientAddress(context, trustProxy))
    context.header('x-request-id', requestId)
    await next()
    const refusal = context.get('refusal')
    const quiet = /^\/(assets|pictures|videos|og)\/|^\/(healthz|metrics)$/.test(context.req.path)
    lines[quiet ? 'debug' : 'info'](
      {
        requestId,
        method: context.req.method,
        path: loggedPath(context.req.path),
        status: context.res.status,
        ...(refusal ? { refusal } : {}),
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  }
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  // Radix positions its popovers with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  // The mailbox shows a message in a srcdoc frame, which is part of the page. It cannot navigate anywhere.
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function securityHeaders(appUrl: string): MiddlewareHandler<HttpEnv> {
  const https = appUrl.startsWith('https:')
  const headers = {
    'content-security-policy': https ? `${policy}; upgrade-insecure-requests` : policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  return async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    await next()
  }
}

/** Browsers send Origin with every change of state. Without Origin and cookies, a program asks. */
export function originCheck(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { method } = context.req
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') {
      const origin = context.req.header('origin')
      const allowed = origin ? origins.includes(origin) : !context.req.header('cookie')
      if (!allowed) {
        throw new AppError('WRONG_ORIGIN', `This request didn’t come from ${origins[0]}.`)
      }
    }
    await next()
  }
}
