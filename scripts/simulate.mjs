import { ensureInstalled, nodeBinary, run } from './prepare.mjs'

// npm run simulate -- [years] [businesses] [invoices] [seed]
const drawn = String(Date.now() % 100_000)
const [years = '3', businesses = '200', invoices = '5000', seed = drawn] = process.argv.slice(2)
await ensureInstalled()
const env = {
  ...process.env,
  CHASE_YEARS: years,
  CHASE_BUSINESSES: businesses,
  CHASE_INVOICES: invoices,
  CHASE_SEED: seed,
  CHASE_HARD_SHARE: '0.05',
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/chase-simulation.test.ts']
process.exitCode = await run(nodeBinary(), [...vitest, '--disableConsoleIntercept'], { env })
