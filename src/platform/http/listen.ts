import { createAdaptorServer } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpEnv } from './http-env.ts'

/** How long requests under way may take to finish once the server stops. */
const patience = 10_000

type App = OpenAPIHono<HttpEnv> | Hono

/**
 * `beforeServing` runs once the port is ours. Requests that come meanwhile wait for it; when it fails, the port is given
 * back.
 */
export async function listen(
  app: App,
  address: { host: string; port: number },
  beforeServing: () => Promise<void> = async () => undefined,
) {
  const prepared = Promise.withResolvers<void>()
  let handle: App['fetch'] = async (...request) => {
    await prepared.promise
    return app.fetch(...request)
  }
  const server = createAdaptorServer({ fetch: (...request) => handle(...request) }) as Server
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  // Longer than proxies keep an idle connection: whoever closes it first may cut off a request that is on its way.
  server.keepAliveTimeout = 75_000
  let closing = false
  // Whoever keeps a connection open, a proxy above all, is told to go on elsewhere.
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
  prepared.resolve()
  return {
    /** The one it got, when it asked for any (0). */
    port: (server.address() as AddressInfo).port,
    async close() {
      closing = true
      const closed = once(server, 'close')
      server.close()
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}
