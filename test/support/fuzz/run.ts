import fc from 'fast-check'
import { changeRole } from '../../../src/features/admin/contract.ts'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { randomFrom } from '../random.ts'
import { type Answer, findFaults, wroteAnyway } from './checks.ts'
import { replaceTexts } from './ids.ts'
import { type DrawnRequest, requestsTo } from './requests.ts'
import { inTime, longestWait, readAnswer, writeRequest } from './send.ts'
import type { FuzzWorld } from './world.ts'
import type { Watch } from './writes.ts'

export interface Finding {
  endpoint: string
  fault: string
  seed: number
  request: DrawnRequest
  /** The response, and what the log says about it. */
  answer: string
}

const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

/** Waits until nothing has been written for a while. */
async function settle(watch: Watch): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 4 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    quiet = (await watch.take()).length === 0 ? quiet + 1 : 0
  }
}

type Seen = Pick<Finding, 'fault' | 'answer'>

export interface FuzzOptions {
  requests: number
  seed: number
  report?: (line: string) => void
}

/**
 * Sends requests that are drawn from the contract and collects faults in their responses. A round runs three
 * times through all endpoints, with new accounts and its own seed, so that it can be repeated alone.
 */
export function createFuzz(world: FuzzWorld, endpoints: readonly Endpoint[] = world.app.api.endpoints) {
  const { app, watch, present } = world
  const drawing = endpoints.map((endpoint) => ({ endpoint, requests: requestsTo(endpoint) }))
  const statuses = new Map<number, number>()
  const reached = new Map<string, Set<number>>()
  /** Faults that were seen once and not again. */
  const once: string[] = []
  let count = 0

  async function send(endpoint: Endpoint, drawn: DrawnRequest): Promise<Answer | undefined> {
    count += 1
    if (count % 5 === 0) await watch.forgetLimits()
    const { url, init } = await writeRequest(world, endpoint, drawn, count)
    await watch.take()
    return inTime(Promise.resolve(app.app.request(url, init)).then(readAnswer))
  }

  /** Sends a request. An actor who was signed out, suspended or demoted meanwhile is restored first. */
  async function sendAlive(endpoint: Endpoint, drawn: DrawnRequest): Promise<Answer | undefined> {
    const answer = await send(endpoint, drawn)
    const isOut = answer?.status === 401 && answer.text.includes('NOT_SIGNED_IN')
    const isRelieved = answer?.status === 403 && drawn.actor === 'admin' && answer.text.includes('FORBIDDEN')
    if (drawn.actor === 'nobody' || 'cookie' in drawn.headers || !(isOut || isRelieved)) return answer
    await world.revive(drawn.actor)
    return send(endpoint, drawn)
  }

  async function ask(endpoint: Endpoint, drawn: DrawnRequest) {
    const answer = await sendAlive(endpoint, drawn)
    if (!answer) return { faults: ['no answer'], answer: `none within ${longestWait / 1000} s` }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const name = nameOf(endpoint)
    reached.set(name, (reached.get(name) ?? new Set()).add(answer.status))
    const writes = await watch.take()
    const faults = findFaults(answer, { endpoint, actor: drawn.actor, present, writes })
    if (endpoint.path === changeRole.path) await world.restoreRoles()
    if (faults.length === 0) return { faults, answer: '' }
    const log = answer.status >= 500 ? app.log.filter((line) => line.includes(answer.requestId)) : []
    const rows = writes.map(({ table, act, row }) => `${act} ${table} ${row}`)
    return { faults, answer: [answer.status, answer.text.slice(0, 600), ...rows, ...log].join('\n') }
  }

  /**
   * An earlier request may have left work, such as a webhook of the demo bank, that writes while this one is
   * refused. A write counts only if it happens again when nothing else is going on.
   */
  async function isReal(endpoint: Endpoint, drawn: DrawnRequest, { fault, answer }: Seen): Promise<boolean> {
    if (!fault.startsWith(wroteAnyway)) return true
    await settle(watch)
    const { faults } = await ask(endpoint, drawn)
    if (faults.includes(fault)) return true
    once.push(`${nameOf(endpoint)}: ${fault}\n  ${answer}`)
    return false
  }

  /** Finds the same fault in the smallest request that a few tries produce. */
  async function shrink({ endpoint, requests }: (typeof drawing)[number], fault: string, seed: number) {
    let tries = 0
    let smallest: Pick<Finding, 'request' | 'answer'> | undefined
    const property = fc.asyncProperty(requests, async (request) => {
      if ((tries += 1) > 60) return true
      const { faults, answer } = await ask(endpoint, request)
      if (!faults.includes(fault)) return true
      smallest = { request, answer }
      return false
    })
    await fc.check(property, { seed, numRuns: 1 })
    return smallest
  }

  async function round(
    seed: number,
    most: number,
    { found, report }: { found: Map<string, Finding>; report: FuzzOptions['report'] },
  ): Promise<number> {
    await world.refill()
    app.log.length = 0
    const random = randomFrom(seed)
    const order = [0, 1, 2].flatMap((pass) =>
      drawing
        .map((one, index) => ({ ...one, ownSeed: (seed * 10 + pass) * 1000 + index, at: random() }))
        .toSorted((a, b) => a.at - b.at),
    )
    for (const { endpoint, requests, ownSeed } of order.slice(0, most)) {
      const [request] = fc.sample(requests, { seed: ownSeed, numRuns: 1 })
      if (!request) continue
      const { faults, answer } = await ask(endpoint, request)
      for (const fault of faults) {
        const name = nameOf(endpoint)
        const key = `${name}: ${fault}`
        if (found.has(key) || !(await isReal(endpoint, request, { fault, answer }))) continue
        const smaller = await shrink({ endpoint, requests }, fault, ownSeed)
        const finding = { endpoint: name, fault, seed, ...(smaller ?? { request, answer }) }
        found.set(key, finding)
        report?.(formatFinding(finding))
      }
    }
    return Math.min(order.length, most)
  }

  return {
    statuses,
    once,
    /** Returns the endpoints that only refused requests, whose code was therefore not tested. */
    neverGood: () => [...reached].flatMap(([name, seen]) => ([...seen].some((s) => s < 300) ? [] : [name])),
    async run({ requests, seed, report }: FuzzOptions): Promise<Finding[]> {
      const found = new Map<string, Finding>()
      for (let sent = 0, number = seed; sent < requests; number++) {
        const before = found.size
        sent += await round(number, requests - sent, { found, report })
        report?.(`seed ${number}: ${sent} requests, ${found.size - before} new findings`)
      }
      return [...found.values()]
    },
  }
}

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}… (${text.length})` : text)

/** Formats a finding, with how to reproduce it. */
export function formatFinding({ endpoint, fault, seed, request, answer }: Finding): string {
  const shown = JSON.stringify(replaceTexts(request, short))
  return [
    `${endpoint}: ${fault}`,
    `  again: npm run fuzz -- 500 ${seed}`,
    `  request: ${shown.length > 3000 ? `${shown.slice(0, 3000)}…` : shown}`,
    `  answer: ${answer.slice(0, 3000).replaceAll('\n', '\n    ')}`,
  ].join('\n')
}
