import { inspect } from 'node:util'
import { startAnsweringServer } from './answering-server.ts'

type Answer = (asked: { path: string; authorization: string; text: string }) => [number, object]

/** Starts a provider that repeats everything it received, including keys, in its responses. */
export function startEcho(answer: Answer) {
  return startAnsweringServer((request, response) => {
    let text = inspect(request.headers)
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const { authorization = '' } = request.headers
      const [status, body] = answer({ path: request.url ?? '', authorization, text })
      response.writeHead(status, { 'content-type': 'application/json', 'x-echo': authorization })
      response.end(JSON.stringify({ ...body, message: text, error_message: text, debug_id: text }))
    })
  })
}
