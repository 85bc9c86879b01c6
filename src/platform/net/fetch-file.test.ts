import { once } from 'node:events'
import { createServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { makeAuthority } from '../../../test/support/providers/certificates.ts'
import { portOf } from '../../../test/support/providers/mail-server.ts'
import { FetchFailed, fetchFile } from './fetch-file.ts'

const options = { allowPrivate: true, maxBytes: 1000, timeoutMs: 60_000 }
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(answer: Parameters<typeof startAnsweringServer>[0]): Promise<string> {
  const server = await startAnsweringServer(answer)
  closers.push(() => server.close())
  return server.url
}
const failure = (address: string, more: Partial<typeof options> = {}) =>
  fetchFile(address, { ...options, ...more }).then(
    () => 'it was fetched',
    (error: unknown) => (error instanceof FetchFailed ? error.message : error),
  )

test('a file is fetched as it is, by its whole path', async () => {
  let asked: unknown
  const url = await serve((request, response) => {
    asked = [request.method, request.url, request.headers.host]
    response.end(Buffer.from([0x50, 0x4b, 0xff, 0x00]))
  })
  expect([...(await fetchFile(`${url}/a/rates.zip?day=1`, options))]).toEqual([0x50, 0x4b, 0xff, 0x00])
  expect(asked).toEqual(['GET', '/a/rates.zip?day=1', new URL(url).host])
})

test('another status than 200 is a failure, and a redirect is not followed', async () => {
  expect(await failure(await serve(sending(404, 'no')))).toBe('The server answered with status 404.')
  const moved = await serve((_, response) => void response.writeHead(302, { location: '/there' }).end())
  expect(await failure(moved)).toBe('The server answered with status 302.')
})

test('a file that is too large is not read to its end', async () => {
  expect(await failure(await serve(sending(200, 'x'.repeat(1001))))).toBe(
    'The file is larger than 1000 bytes.',
  )
  expect(await fetchFile(await serve(sending(200, 'x'.repeat(1000))), options)).toHaveLength(1000)
})

test('a server that stalls, breaks off or is not there is a failure in one sentence', async () => {
  const stalling = await serve((_, response) => void response.write('Date,'))
  expect(await failure(stalling, { timeoutMs: 200 })).toBe('127.0.0.1 took too long to answer.')
  const breaking = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '500' })
    response.write('Date,', () => response.destroy())
  })
  expect(await failure(breaking)).toBe('127.0.0.1 couldn’t be reached (ECONNRESET).')
  const { url, close } = await startAnsweringServer(sending(200, ''))
  await close()
  expect(await failure(url)).toBe('127.0.0.1 couldn’t be reached (ECONNREFUSED).')
})

test('without leave for private networks neither http nor a server in one is asked', async () => {
  let isAsked = false
  const url = await serve((_, response) => {
    isAsked = true
    response.end()
  })
  expect(await failure(url, { allowPrivate: false })).toBe('The address must begin with https.')
  expect(await failure(url.replace('http:', 'https:'), { allowPrivate: false })).toMatch(
    /leads to a private network/,
  )
  expect(isAsked).toBe(false)
})

test('over https, only a server with a certificate for its name is believed', async () => {
  const authority = makeAuthority()
  const start = async (hosts: string[]) => {
    const server = createServer(authority.issue(hosts), (_, response) => response.end('rates'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    closers.push(() => once(server.close(), 'close'))
    return portOf(server)
  }
  const port = await start(['localhost', '127.0.0.1'])
  const trusting = { ...options, ca: authority.ca }
  for (const host of ['localhost', '127.0.0.1']) {
    const fetched = await fetchFile(`https://${host}:${port}/`, trusting)
    expect(Buffer.from(fetched).toString()).toBe('rates')
  }
  expect(await failure(`https://localhost:${port}/`)).toMatch(/^localhost couldn’t be reached \(/)
  const other = await start(['other.example'])
  expect(await failure(`https://localhost:${other}/`, trusting)).toBe(
    'localhost couldn’t be reached (ERR_TLS_CERT_ALTNAME_INVALID).',
  )
})
