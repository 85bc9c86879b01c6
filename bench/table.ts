import type { FloorTask } from './floor-server.ts'
import { type Load, type Target, compare } from './load.ts'
import { type Operation, operations } from './operations.ts'
import { startRecorder } from './recorder.ts'
import type { ScaledBusiness } from './scales.ts'
import { startFloor } from './start-floor.ts'
import type { Bench } from './with-product.ts'

export interface Measured {
  name: string
  what: string
  times: number
  product: Load
  floor: Load
  atLeast: number | undefined
}

interface Prepared {
  business: ScaledBusiness
  tasks: Record<string, FloorTask>
  requests: Record<string, Target['nextRequest']>
}

export const benchSettings = {
  APP_SECRET: 'a secret of the bench alone, which guards nothing at all',
  TRUST_PROXY: 'on',
}

/** Measures each operation at each scale, alternating between the product and the floor. */
export async function measureRequests(
  bench: Bench,
  businesses: readonly ScaledBusiness[],
  names: readonly string[],
): Promise<Measured[]> {
  const { product, url } = bench
  const prepared = await prepareAll(bench, businesses, names)
  const floors = await Promise.all(
    prepared.map(({ business, tasks }) => startFloor({ url, businessId: business.business.id, tasks })),
  )
  const results: Measured[] = []
  try {
    for (const name of names) {
      const targets: Record<string, Target> = {}
      const { isHeavy = false } = operationNamed(name)
      const connections = isHeavy ? 2 : 8
      for (const [index, { requests, business }] of prepared.entries()) {
        const nextRequest = requests[name]
        const floor = floors[index]?.target(name)
        if (!nextRequest || !floor) throw new Error(`${name} was not prepared`)
        targets[`product ${business.times}`] = {
          url: product.url,
          pid: product.child.pid ?? 0,
          headers: { origin: product.url },
          nextRequest,
          connections,
        }
        // Created in the same way as for the product, so that creating them costs both the same.
        targets[`floor ${business.times}`] = {
          ...floor,
          connections,
          nextRequest: () => ({ ...nextRequest(), path: `/${name}` }),
        }
      }
      const loads = await compare(targets, { rounds: 3, seconds: isHeavy ? 4 : 2, warmUp: 2 })
      for (const { business } of prepared) results.push(measuredAt(name, business.times, loads))
      console.error(results.slice(-prepared.length).map(inShort).join('\n'))
    }
  } finally {
    for (const floor of floors) floor.stop()
  }
  return results
}

function measuredAt(name: string, times: number, loads: Record<string, Load>): Measured {
  const [product, floor] = [loads[`product ${times}`], loads[`floor ${times}`]]
  if (!product || !floor) throw new Error(`${name} was not measured at ${times}x`)
  const { what, atLeast } = operationNamed(name)
  return { name, what, times, product, floor, atLeast }
}

function operationNamed(name: string): Operation {
  const operation = operations[name]
  if (!operation) throw new Error(`there is no operation ${name}`)
  return operation
}

function inShort({ name, times, product, floor }: Measured): string {
  return `${name} ${times}x: ${product.perSecond.toFixed(0)}/s, ${(product.perSecond / floor.perSecond).toFixed(2)} of the floor`
}

async function prepareAll(
  { product, url, owner }: Bench,
  businesses: readonly ScaledBusiness[],
  names: readonly string[],
): Promise<Prepared[]> {
  const recorder = await startRecorder({ ...benchSettings, DATABASE_URL: url, APP_URL: product.url })
  try {
    const prepared: Prepared[] = []
    for (const business of businesses) {
      const tasks: Record<string, FloorTask> = {}
      const requests: Record<string, Target['nextRequest']> = {}
      for (const name of names) {
        const { nextRequest, extraWork } = await operationNamed(name).prepare(business, {
          url: product.url,
          owner,
        })
        tasks[name] = { ...(await recorder.record(nextRequest)), ...extraWork }
        requests[name] = nextRequest
      }
      prepared.push({ business, tasks, requests })
    }
    return prepared
  } finally {
    await recorder.stop()
  }
}
