import { Hono } from 'hono'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { listen } from './listen.ts'

const host = '127.0.0.1'
const seen: string[] = []
const app = new Hono().get('/', (context) => {
  seen.push('served')
  return context.text('hello')
})

test('a request waits for what is done before serving, which has the port already', async () => {
  const port = await freePort()
  let answered: Promise<IncomingMessage[]> | undefined
  const server = await listen(app, { host, port }, async () => {
    await expect(listen(app, { host, port })).rejects.toThrow(/EADDRINUSE/)
    const early = httpRequest({ host, port, headers: { expect: '100-continue' } })
    answered = once(early, 'response') as Promise<IncomingMessage[]>
    early.flushHeaders()
    // The server has accepted the request.
    await once(early, 'continue')
    seen.push('prepared')
    early.end()
  })
  const [answer] = (await answered) ?? []
  answer?.resume()
  expect(answer?.statusCode).toBe(200)
  expect(seen).toEqual(['prepared', 'served'])
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello')
  await server.close()
})

test('where that fails, nothing is served and the port is free again', async () => {
  const port = await freePort()
  const fail = () => Promise.reject(new Error('no administrator'))
  await expect(listen(app, { host, port }, fail)).rejects.toThrow('no administrator')
  const next = await listen(app, { host, port })
  await next.close()
})

test('an idle connection is kept longer than a proxy keeps it', async () => {
  const server = await listen(app, { host, port: 0 })
  const answer = await fetch(`http://${host}:${server.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
  await server.close()
})
