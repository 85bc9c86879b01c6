import { lookup, Resolver } from 'node:dns/promises'
import { atMost } from '../files/at-most.ts'

export interface HostAddress {
  address: string
  family: number
}

/** What a name stands for. */
export type Lookup = (host: string) => Promise<HostAddress[]>

interface DnsOptions {
  /** Name servers, as address and port; those of this machine when left out. */
  servers?: readonly string[]
  /** For the first of its tries; the next waits longer. */
  timeoutMs?: number
  system?: Lookup
}

interface SystemOptions {
  ask?: Lookup
  /** For a place to become free. */
  waitMs?: number
}

/**
 * As any program of this machine would find it, its file of hosts included. The system is asked in one of the four
 * threads that files and passwords need too, and may wait there for long: so in two at most, and once for all who ask
 * for the same name meanwhile. Two names about which nobody answers still keep both; whoever does not get his turn in
 * time is told so, and leaves the line.
 */
export function createSystemLookup(options: SystemOptions = {}): Lookup {
  const { ask = (host) => lookup(host, { all: true }), waitMs = 8000 } = options
  const inTurn = atMost(2)
  const underWay = new Map<string, Promise<HostAddress[]>>()

  async function askInTurn(host: string): Promise<HostAddress[]> {
    const late = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.reject(Object.assign(new Error('no lookup ended in time'), { code: 'ETIMEOUT' }))
    }, waitMs)
    const answer = inTurn(async () => {
      if (isLate) return []
      clearTimeout(timer)
      return ask(host)
    })
    return Promise.race([answer, late.promise])
  }

  return (host) => {
    const known = underWay.get(host)
    if (known) return known
    const answer = askInTurn(host).finally(() => underWay.delete(host))
    underWay.set(host, answer)
    return answer
  }
}

export const lookUpInSystem = createSystemLookup()

/** No domain ends like this, so that no name server is asked: the system reads it as an address. */
const number = /(?:^|[.:])(?:0x[\da-f]*|\d+)$/i
const unknown = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers without a thread: whoever names a host also decides how long the answer about it takes. Only
 * numbers and names without a dot, about which no stranger's server is asked, go to the system.
 */
export function createDnsLookup(options: DnsOptions = {}): Lookup {
  const { servers, timeoutMs = 2000, system = lookUpInSystem } = options
  return async (host) => {
    const name = host.replace(/\.$/, '')
    if (!name.includes('.') || number.test(name)) return system(host)
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = [...addressesIn(four, 4), ...addressesIn(six, 6)]
    const [failure] = [...failuresIn(four), ...failuresIn(six)]
    if (addresses.length > 0 || !failure) return addresses
    // There is none to ask: the system has another way of its own.
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
  return unknown.has(failure.code) ? [] : [failure]
}
