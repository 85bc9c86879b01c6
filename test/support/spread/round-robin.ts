import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'

const ownToEachConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** A proxy that hands each request to the next of these addresses, and adds nothing to it. */
export async function startRoundRobin(port: number, urls: readonly string[]) {
  let turn = 0
  const server = createServer((request, response) => {
    const url = new URL(urls[turn++ % urls.length] ?? '')
    const { method, url: path, headers } = request
    const asked = ask({ host: '127.0.0.1', port: url.port, method, path, headers, agent: false })
    asked.on('response', (answer) => {
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
    asked.on('error', () => response.destroy())
    // Whoever leaves a stream leaves it at the other end too.
    response.on('close', () => asked.destroy())
    request.pipe(asked)
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
