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

function reports() {
  // npm run simulate -- reports [businesses] [seed]
  const [, businesses = '300', seed = drawn] = given
  return { REPORTS_BUSINESSES: businesses, REPORTS_SEED: seed }
}

function matching() {
  // npm run simulate -- matching [businesses] [seed]
  const [, businesses = '300', seed = drawn] = given
  return {
    MATCHING_BUSINESSES: businesses,
    MATCHING_SEED: seed,
    // Each of these is written into the database, and its books compared.
    MATCHING_BOOKS: String(Math.ceil(Number(businesses) / 10)),
  }
}

function autopay() {
  // npm run simulate -- autopay [clients] [months] [seed]
  const [, clients = '50', months = '24', seed = drawn] = given
  return { AUTOPAY_ROUNDS: clients, AUTOPAY_MONTHS: months, AUTOPAY_SEED: seed }
}

await ensureInstalled({ dev: true })
const [tests, env] =
  given[0] === 'figures'
    ? [['src/features/figures/figures-agree.test.ts'], figures()]
    : given[0] === 'reports'
      ? [['src/features/reports/reports-agree.test.ts'], reports()]
      : given[0] === 'matching'
        ? [
            ['src/features/matching/match-simulation.test.ts', 'src/features/matching/match-books.test.ts'],
            matching(),
          ]
        : given[0] === 'autopay'
          ? [['test/autopay-simulation.test.ts'], autopay()]
          : [['test/chase-simulation.test.ts'], chase()]
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...tests, '--disableConsoleIntercept']

process.exitCode = await run(nodeBinary(), vitest, { env: { ...process.env, ...env } })
