import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'

const ownToEachConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Starts a proxy that passes each request to the next of these addresses, unchanged. */
export async function startRoundRobin(port: number, urls: readonly string[]) {
  let turn = 0
  const server = createServer((request, response) => {
    const url = new URL(urls[turn++ % urls.length] ?? '')
    const { method, url: path, headers } = request
    const outgoing = ask({ host: '127.0.0.1', port: url.port, method, path, headers, agent: false })
    outgoing.on('response', (answer) => {
      const kept: string[] = []
      for (let n = 0; n < answer.rawHeaders.length; n += 2) {
        const [name = '', value = ''] = answer.rawHeaders.slice(n, n + 2)
        if (!ownToEachConnection.has(name.toLowerCase())) kept.push(name, value)
      }
      response.writeHead(answer.statusCode ?? 502, kept)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    // A client that closes a stream also closes it at the other end.
    response.on('close', () => outgoing.destroy())
    request.pipe(outgoing)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
