import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

const [kind, ...rest] = process.argv.slice(2)
await ensureInstalled()
if (kind === 'payments') {
  const [rounds = '10000', seed = '1'] = rest
  const env = { ...process.env, CHAOS_ROUNDS: rounds, CHAOS_SEED: seed }
  process.exitCode = await run(
    nodeBinary(),
    ['node_modules/vitest/vitest.mjs', 'run', 'test/payment-chaos.test.ts'],
    { env },
  )
} else {
  await ensureBuilt()
  process.exitCode = await run(nodeBinary(), ['test/support/run-chaos.ts', ...process.argv.slice(2)])
}
