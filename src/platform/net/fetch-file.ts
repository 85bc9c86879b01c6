import { request } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { connectToHost } from './connect-to-host.ts'
import { AddressRefused, HostNotFound } from './public-address.ts'

interface FetchOptions {
  /** Whether the server may be in a private network. Only then may the address begin with http. */
  allowPrivate: boolean
  maxBytes: number
  /** For everything together. */
  timeoutMs: number
  /** Trusted certificate authorities, instead of Node's. */
  ca?: string | undefined
}

/** The file could not be fetched. The operator reads the message. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

/** Fetches a file from an address in the settings. Redirects are not followed. */
export async function fetchFile(address: string, options: FetchOptions): Promise<Uint8Array> {
  const url = new URL(address)
  const isTls = url.protocol === 'https:'
  const { allowPrivate, timeoutMs, ca } = options
  if (!isTls && !allowPrivate) throw new FetchFailed('The address must begin with https.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const port = Number(url.port) || (isTls ? 443 : 80)
    const socket = await connectToHost({ host, port, allowPrivate, signal })
    try {
      const servername = isIP(host) ? '' : host
      const connection = isTls ? connectTls({ socket, host, servername, ...(ca && { ca }) }) : socket
      return await readResponse(url, connection, signal, options)
    } finally {
      socket.destroy()
    }
  } catch (error) {
    throw describe(error, host, signal)
  }
}

async function readResponse(
  { host, pathname, search }: URL,
  connection: Duplex,
  signal: AbortSignal,
  { maxBytes }: FetchOptions,
): Promise<Uint8Array> {
  const sent = request({
    createConnection: () => connection,
    path: pathname + search,
    headers: { host, accept: '*/*', 'accept-encoding': 'identity' },
    signal,
  })
  sent.end()
  const response = await new Promise<NodeJS.ReadableStream & { statusCode?: number }>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  if (response.statusCode !== 200) {
    throw new FetchFailed(`The server answered with status ${response.statusCode}.`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw new FetchFailed(`The file is larger than ${maxBytes} bytes.`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function describe(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new FetchFailed(`${host} took too long to answer.`, { cause: error })
  if (error instanceof AddressRefused || error instanceof HostNotFound) return new FetchFailed(error.message)
  const { code } = error as NodeJS.ErrnoException
  // An error of ours, or one of the program.
  if (code === undefined) return error
  return new FetchFailed(`${host} couldn’t be reached (${code}).`, { cause: error })
}
