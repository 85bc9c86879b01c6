import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  Agent,
  createServer,
  request,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { makeAuthority } from '../providers/certificates.ts'

/**
 * Marks that the proxy replaces in a body with new values each time: a repeated request id would have no
 * effect, and names may be taken.
 */
export const newIdMark = '99999999-9999-4999-8999-999999999999'
export const newWordMark = 'qzqzqz'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface FailedRequest {
  request: string
  status: number
}

/** The session cookies, as the product set them. */
export interface ScanSessions {
  owner: string
  admin: string
}

interface ProxyOptions {
  target: URL
  /** Resets the rate limits. */
  forgetLimits(): Promise<unknown>
}

const newWord = () => randomUUID().replaceAll('-', '').slice(0, newWordMark.length)

function renew(body: Buffer): Buffer {
  const text = body.toString('latin1').replaceAll(newIdMark, () => randomUUID())
  return Buffer.from(text.replaceAll(newWordMark, newWord), 'latin1')
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

const cookieIn = (setCookie: string) => setCookie.split(';')[0] ?? ''

/**
 * Starts a proxy in front of the product, like an operator's, with and without TLS. It adds a session, so
 * that scanners need none. Each request comes from another IP address, and a limit by user or business is
 * reset as soon as it is reached.
 */
export async function startScanProxy({ target, forgetLimits }: ProxyOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let sessions: ScanSessions | undefined
  let count = 0
  let limited = 0
  let lost = 0
  const statuses = new Map<number, number>()
  const failed: FailedRequest[] = []
  // The first response to each client sets the cookie with its attributes, as a sign-in would.
  const greeted = new Set<string>()

  async function forward(from: IncomingMessage, body: Buffer): Promise<Answer> {
    count += 1
    const { 'transfer-encoding': _, ...headers } = from.headers
    const { sent, arrives } = send(from, {
      ...headers,
      'content-length': String(body.length),
      connection: 'keep-alive',
      'x-forwarded-for': `10.${(count >> 16) % 256}.${(count >> 8) % 256}.${count % 256}`,
      ...cookieFor(from),
      ...(from.method === 'GET' || from.headers.origin ? {} : { origin: origin() }),
    })
    sent.end(body)
    const answer = await arrives.catch((error: unknown) => {
      // The product closes idle connections, and may do so at this very moment.
      if (!sent.reusedSocket) throw error
      return null
    })
    if (!answer) return forward(from, body)
    const head = { status: answer.statusCode ?? 0, headers: answer.headers }
    // The stream would end only when its reader leaves.
    const isStream = head.headers['content-type']?.startsWith('text/event-stream')
    if (isStream) answer.destroy()
    return { ...head, body: isStream ? Buffer.alloc(0) : await buffer(answer) }
  }

  function send(from: IncomingMessage, headers: IncomingHttpHeaders) {
    const { hostname, port } = target
    const sent = request({ agent, hostname, port, method: from.method, path: from.url, headers })
    const arrives = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
    })
    return { sent, arrives }
  }

  function cookieFor({ url = '', headers }: IncomingMessage): { cookie?: string } {
    if (!sessions) return {}
    if (url.startsWith('/api/v1/admin')) return { cookie: cookieIn(sessions.admin) }
    return headers.cookie ? {} : { cookie: cookieIn(sessions.owner) }
  }

  async function handle(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const raw = await buffer(from)
    let answer = await forward(from, renew(raw))
    if (answer.status === 429) {
      await forgetLimits()
      answer = await forward(from, renew(raw))
      if (answer.status === 429) limited += 1
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    // A feature that is not configured responds with 501, as documented.
    if (answer.status >= 500 && answer.status !== 501)
      failed.push({ request: `${from.method} ${from.url} ${raw.toString()}`, status: answer.status })
    const { 'transfer-encoding': _, ...headers } = answer.headers
    to.writeHead(answer.status, { ...headers, ...greeting(from) })
    to.end(answer.body)
  }

  function greeting({ headers }: IncomingMessage): Record<string, string> {
    const who = headers['user-agent'] ?? ''
    if (!sessions || headers.cookie || greeted.has(who)) return {}
    greeted.add(who)
    return { 'set-cookie': sessions.owner }
  }

  const listener = (from: IncomingMessage, to: ServerResponse) => {
    handle(from, to).catch(() => {
      lost += 1
      to.destroy()
    })
  }
  const plain = createServer(listener).listen(0, '127.0.0.1')
  const secure = createTlsServer(makeAuthority().issue(['127.0.0.1']), listener).listen(0, '127.0.0.1')
  await Promise.all([once(plain, 'listening'), once(secure, 'listening')])
  const origin = () => `https://127.0.0.1:${portOf(secure)}`

  return {
    /** With TLS: the address that the product considers its own. */
    origin: origin(),
    /** Without TLS, where connections with a single request each are cheaper. */
    plain: `http://127.0.0.1:${portOf(plain)}`,
    signIn(present: ScanSessions) {
      sessions = present
    },
    /** Returns the counts since the last call. */
    take() {
      const taken = { statuses: new Map(statuses), limited, lost, failed: [...failed] }
      statuses.clear()
      failed.length = 0
      limited = 0
      lost = 0
      return taken
    },
    async close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections()
        server.close()
      }
      agent.destroy()
    },
  }
}
