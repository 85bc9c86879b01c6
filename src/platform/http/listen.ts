import { createAdaptorServer } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpEnv } from './http-env.ts'

/** How long open requests may take to finish after the server stops, in milliseconds. */
const drainMs = 10_000

type App = OpenAPIHono<HttpEnv> | Hono

/** Listens and then runs `beforeServing`, for which requests wait. If it fails, the port is released. */
export async function listen(
  app: App,
  address: { host: string; port: number },
  beforeServing: () => Promise<void> = async () => undefined,
) {
  const ready = Promise.withResolvers<void>()
  let handle: App['fetch'] = async (...request) => {
    await ready.promise
    return app.fetch(...request)
  }
  const server = createAdaptorServer({ fetch: (...request) => handle(...request) }) as Server
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  // Longer than proxies keep an idle connection: who closes first may cut off a request on its way.
  server.keepAliveTimeout = 75_000
  let closing = false
  // Tells clients that keep connections open, mainly proxies, to reconnect elsewhere.
  server.prependListener('request', (_request, response) => {
    if (closing) response.setHeader('connection', 'close')
  })
  server.listen(address.port, address.host)
  await once(server, 'listening')
  try {
    await beforeServing()
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
  handle = app.fetch
  ready.resolve()
  return {
    /** The actual port, if port 0 was requested. */
    port: (server.address() as AddressInfo).port,
    async close() {
      closing = true
      const closed = once(server, 'close')
      server.close()
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}
