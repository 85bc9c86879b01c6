import { type LookupFunction, type Socket, createConnection, isIP } from 'node:net'
import type { HostAddress, Lookup } from './look-up-host.ts'
import { resolvePublicAddresses } from './public-address.ts'

interface ConnectOptions {
  host: string
  port: number
  allowPrivate: boolean
  /** Ends the attempt, wherever it is, with its reason. */
  signal: AbortSignal
  lookup?: Lookup | undefined
}

/** Long enough for a far server, short enough to come to the next address of a name whose first one is dead. */
const perAddressMs = 2500

/** A connection to a server that a user named, made to the very addresses that were checked. */
export async function connectToHost(options: ConnectOptions): Promise<Socket> {
  const { host, port, allowPrivate, signal, lookup } = options
  const addresses = await orAborted(
    signal,
    resolvePublicAddresses(host, { allowPrivate, ...(lookup && { lookup }) }),
  )
  // A name in front of the checked addresses, unless it is one of them: a number is never looked up.
  const name = isIP(host) ? (addresses[0]?.address ?? host) : host
  const socket = createConnection({
    host: name,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
    lookup: answerWith(addresses),
  })
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  try {
    await orAborted(signal, connected)
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

function answerWith(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
