import { type LookupFunction, type Socket, createConnection, isIP } from 'node:net'
import type { HostAddress, Lookup } from './look-up-host.ts'
import { resolvePublicAddresses } from './public-address.ts'

interface ConnectOptions {
  host: string
  port: number
  allowPrivate: boolean
  /** Ends the attempt at any point, with the signal's reason. */
  signal: AbortSignal
  lookup?: Lookup | undefined
}

/** Long enough for a distant server, short enough to reach the next address if the first one is dead. */
const perAddressMs = 2500

/** Connects to a server that a user entered, using exactly the addresses that were checked. */
export async function connectToHost(options: ConnectOptions): Promise<Socket> {
  const { host, port, allowPrivate, signal, lookup } = options
  const addresses = await raceWithAbort(
    signal,
    resolvePublicAddresses(host, { allowPrivate, ...(lookup && { lookup }) }),
  )
  // The name stands for the checked addresses. An IP address is never looked up, so it is replaced.
  const name = isIP(host) ? (addresses[0]?.address ?? host) : host
  const socket = createConnection({
    host: name,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressMs,
    lookup: lookupReturning(addresses),
  })
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  try {
    await raceWithAbort(signal, connected)
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

function lookupReturning(addresses: readonly HostAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

async function raceWithAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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
