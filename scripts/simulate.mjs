import { ensureInstalled, nodeBinary, run } from './prepare.mjs'

const drawn = String(Date.now() % 100_000)
const given = process.argv.slice(2)

function chase() {
  // npm run simulate -- [years] [businesses] [invoices] [seed]
  const [years = '3', businesses = '200', invoices = '5000', seed = drawn] = given
  return {
    CHASE_YEARS: years,
    CHASE_BUSINESSES: businesses,
    CHASE_INVOICES: invoices,
    CHASE_SEED: seed,
    CHASE_HARD_SHARE: '0.05',
  }
}

function figures() {
  // npm run simulate -- figures [businesses] [seed]
  const [, businesses = '1000', seed = drawn] = given
  return { FIGURES_BUSINESSES: businesses, FIGURES_SEED: seed }
}

await ensureInstalled({ dev: true })
const [test, env] =
  given[0] === 'figures'
    ? ['src/features/figures/figures-agree.test.ts', figures()]
    : ['test/chase-simulation.test.ts', chase()]
const vitest = ['node_modules/vitest/vitest.mjs', 'run', test, '--disableConsoleIntercept']
process.exitCode = await run(nodeBinary(), vitest, { env: { ...process.env, ...env } })
