import { ensureFaketime } from './faketime.mjs'
import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

const [kind, ...rest] = process.argv.slice(2)
await ensureInstalled({ dev: true })
const interleaved = {
  payments: { test: 'test/payment-chaos.test.ts', rounds: '10000' },
  banks: { test: 'test/bank-sync-chaos.test.ts', rounds: '1000' },
  numbers: { test: 'test/number-chaos.test.ts', rounds: '1000' },
}[kind ?? '']
if (interleaved) {
  const [rounds = interleaved.rounds, seed = '1'] = rest
  const env = { ...process.env, CHAOS_ROUNDS: rounds, CHAOS_SEED: seed }
  process.exitCode = await run(nodeBinary(), ['node_modules/vitest/vitest.mjs', 'run', interleaved.test], {
    env,
  })
} else {
  await ensureBuilt()
  const library = await ensureFaketime()
  const env = library ? { FAKETIME_LIBRARY: library } : {}
  const args = kind === 'faults' ? rest : process.argv.slice(2)
  process.exitCode = await run(nodeBinary(), ['test/support/chaos/run-chaos.ts', ...args], { env })
}
