import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'

export interface Target {
  url: string
  pid: number
  headers?: Record<string, string>
  /** Creates each request, if they differ. */
  nextRequest?: () => LoadRequest
  /** The number of concurrent connections. */
  connections?: number
}

export interface LoadRequest {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  perSecond: number
  p50: number
  p99: number
  /** Milliseconds of the server's CPU time; NaN if the system does not report it. */
  cpuPerRequest: number
}

const ticksPerSecond = 100

/** Returns the seconds of CPU time that a process has used so far. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

async function putLoadOn(target: Target, seconds: number): Promise<autocannon.Result & { cpu: number }> {
  const { url, pid, headers = {}, nextRequest, connections = 8 } = target
  const before = cpuSeconds(pid)
  const setupRequest = (defaults: autocannon.Request): autocannon.Request => {
    const { headers: own, ...request } = nextRequest?.() ?? { path: '' }
    return { ...defaults, ...request, headers: { ...headers, ...own } }
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(nextRequest ? { requests: [{ setupRequest }] } : {}),
  })
  return { ...result, cpu: cpuSeconds(pid) - before }
}

/** Sends requests at this rate until the work is done. */
export async function loadWhile(
  { url, pid, headers = {} }: Target,
  rate: number,
  work: Promise<unknown>,
): Promise<Load> {
  const before = cpuSeconds(pid)
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options = { url, headers, connections: 8, overallRate: rate, duration: 3600 }
  const instance = autocannon(options, (error: Error | null, result) =>
    error ? reject(error) : resolve(result),
  )
  try {
    await work
  } finally {
    instance.stop()
  }
  return toLoad(await promise, url, cpuSeconds(pid) - before)
}

function toLoad(result: autocannon.Result, url: string, cpu: number): Load {
  const wrong = result.non2xx + result.errors + result.timeouts
  if (wrong > 0 || result['2xx'] === 0) throw new Error(`${wrong} requests to ${url} were not answered well`)
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuPerRequest: (cpu * 1000) / result['2xx'],
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Loads each target in turn, several times, so that other load on the machine affects all of them equally.
 */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  { rounds = 5, seconds = 4, warmUp = 8 } = {},
): Promise<Record<Name, Load>> {
  const names = Object.keys(targets) as Name[]
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>
  // Long enough for the code to be optimized as it is after a minute of work.
  for (const name of names) await putLoadOn(targets[name], warmUp)
  const measure = async (target: Target) => {
    const result = await putLoadOn(target, seconds)
    return toLoad(result, target.url, result.cpu)
  }
  for (let round = 0; round < rounds; round++) {
    for (const name of names) loads[name].push(await measure(targets[name]))
  }
  const middle = (name: Name, key: keyof Load) => median(loads[name].map((load) => load[key]))
  const summary = (name: Name): Load => ({
    perSecond: middle(name, 'perSecond'),
    p50: middle(name, 'p50'),
    p99: middle(name, 'p99'),
    cpuPerRequest: middle(name, 'cpuPerRequest'),
  })
  return Object.fromEntries(names.map((name) => [name, summary(name)])) as Record<Name, Load>
}
