import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts'
import { dataDir, productUrl } from '../e2e/settings.ts'
import type { Product } from '../product.ts'
import { startRoundRobin } from './round-robin.ts'
import { startSpread } from './spread.ts'

/**
 * Serves the product with two web and two worker processes behind pgbouncer, and a round-robin proxy in front
 * of them.
 */
export async function serveSpread(settings: Record<string, string>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '100' } })
  const spread = await startSpread({
    url: postgres.url,
    appUrl: productUrl,
    env: {
      ...settings,
      NODE_OPTIONS: `--import=${new URL('../e2e/remember-hashes.ts', import.meta.url).href}`,
    },
  })
  const proxy = await startRoundRobin(
    Number(new URL(productUrl).port),
    spread.webs.map(({ url }) => url),
  )
  for (const product of [...spread.webs, ...spread.workers]) void complain(product)
  process.once('SIGTERM', () => {
    void (async () => {
      await proxy.close()
      await spread.stop()
      await postgres.stop()
      process.exit()
    })()
  })
}

/** Prints the last output of a process that ended unexpectedly. */
async function complain({ ended, output }: Product): Promise<void> {
  const code = await ended
  if (code !== 0) console.error(`a process ended (${String(code)}): ${output().slice(-2000)}`)
}
