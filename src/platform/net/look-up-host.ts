import { lookup, Resolver } from 'node:dns/promises'
import { limitConcurrency } from '../files/limit-concurrency.ts'

export interface HostAddress {
  address: string
  family: number
}

export type Lookup = (host: string) => Promise<HostAddress[]>

interface DnsOptions {
  /** Name servers, as address and port. The default is those of the system. */
  servers?: readonly string[]
  /** For the first try. The second one waits longer. */
  timeoutMs?: number
  system?: Lookup
}

interface SystemOptions {
  resolve?: Lookup
  /** How long to wait for a free slot. */
  waitMs?: number
}

/**
 * Looks up a host as the system does, including the hosts file. Each lookup may block for long one of the
 * four threads that files and passwords need too. So at most two run at once, callers of the same name share
 * one, and a caller that gets no slot in time gets an error.
 */
export function createSystemLookup(options: SystemOptions = {}): Lookup {
  const { resolve = (host) => lookup(host, { all: true }), waitMs = 8000 } = options
  const runLimited = limitConcurrency(2)
  const underWay = new Map<string, Promise<HostAddress[]>>()

  async function lookUpWithLimit(host: string): Promise<HostAddress[]> {
    const timeout = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      timeout.reject(Object.assign(new Error('no lookup ended in time'), { code: 'ETIMEOUT' }))
    }, waitMs)
    const answer = runLimited(async () => {
      if (isLate) return []
      clearTimeout(timer)
      return resolve(host)
    })
    return Promise.race([answer, timeout.promise])
  }

  return (host) => {
    const pending = underWay.get(host)
    if (pending) return pending
    const answer = lookUpWithLimit(host).finally(() => underWay.delete(host))
    underWay.set(host, answer)
    return answer
  }
}

export const lookUpInSystem = createSystemLookup()

/** No domain name ends like this, so no name server is asked: the system parses it as an address. */
const numeric = /(?:^|[.:])(?:0x[\da-f]*|\d+)$/i
const notFound = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/**
 * Queries the name servers without a thread, because the owner of a domain controls how long an answer takes.
 * Only numbers and names without a dot go to the system: no foreign name server is asked about them.
 */
export function createDnsLookup(options: DnsOptions = {}): Lookup {
  const { servers, timeoutMs = 2000, system = lookUpInSystem } = options
  return async (host) => {
    const name = host.replace(/\.$/, '')
    if (!name.includes('.') || numeric.test(name)) return system(host)
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = [...addressesIn(four, 4), ...addressesIn(six, 6)]
    const [failure] = [...failuresIn(four), ...failuresIn(six)]
    if (addresses.length > 0 || !failure) return addresses
    // There is no name server. The system has other ways to look up a name.
    if (failure.code === 'ECONNREFUSED') return system(host)
    throw failure
  }
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): HostAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

function failuresIn(answer: PromiseSettledResult<string[]>): NodeJS.ErrnoException[] {
  if (answer.status === 'fulfilled') return []
  const failure = answer.reason as NodeJS.ErrnoException
  return notFound.has(failure.code) ? [] : [failure]
}
