import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts'
import { dataDir, productUrl } from '../e2e/settings.ts'
import type { Product } from '../product.ts'
import { startRoundRobin } from './round-robin.ts'
import { startSpread } from './spread.ts'

/** Two web and two worker processes behind pgbouncer, and in front of them a proxy that asks them in turn. */
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

/** What a process said last that ended without being told to. */
async function complain({ ended, output }: Product): Promise<void> {
  const code = await ended
  if (code !== 0) console.error(`a process ended (${String(code)}): ${output().slice(-2000)}`)
}
