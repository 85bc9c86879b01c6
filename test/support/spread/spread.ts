import { freePort } from '../../../scripts/free-port.mjs'
import { type Product, startProduct } from '../product.ts'
import { startPgbouncer } from './pgbouncer.ts'

export interface Spread {
  webs: readonly [Product, Product]
  workers: readonly [Product, Product]
  stop(): Promise<void>
}

interface SpreadOptions {
  /** The URL of the database, without the pooler. */
  url: string
  /** The address that links contain. */
  appUrl?: string
  env: Record<string, string>
}

/** The connections that the pooler may open: far fewer than four processes would use directly. */
const poolSize = 6

/** Starts two web and two worker processes, all behind one pgbouncer. */
export async function startSpread({ url, appUrl, env }: SpreadOptions): Promise<Spread> {
  const pooler = await startPgbouncer(url, poolSize)
  const firstPort = String(await freePort())
  const shared = {
    DATABASE_URL: pooler.through(url),
    DATABASE_DIRECT_URL: url,
    APP_SECRET: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+',
    APP_URL: appUrl ?? `http://localhost:${firstPort}`,
    ...env,
  }
  const started: Product[] = []
  const stop = async () => {
    await Promise.all(started.map((product) => product.stop()))
    await pooler.stop()
  }
  const start = async (role: 'web' | 'worker', own: Record<string, string> = {}) => {
    const product = await startProduct({ ...shared, ...own, ROLE: role })
    started.push(product)
    return product
  }
  const all = await Promise.allSettled([
    start('web', { PORT: firstPort }),
    start('web'),
    start('worker'),
    start('worker'),
  ])
  const failed = all.find((one) => one.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const [web1, web2, worker1, worker2] = all.map((one) => (one as PromiseFulfilledResult<Product>).value)
  return { webs: [web1!, web2!], workers: [worker1!, worker2!], stop }
}
