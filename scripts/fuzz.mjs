import { ensureInstalled, nodeBinary, run } from './prepare.mjs'

// npm run fuzz -- [requests] [seed]
const [requests = '20000', seed = String(Date.now() % 100_000)] = process.argv.slice(2)
await ensureInstalled({ dev: true })
console.log(`${requests} requests, seed ${seed}`)
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'test/contract-fuzz.test.ts',
  '--disableConsoleIntercept',
]
const env = { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed }
process.exitCode = await run(nodeBinary(), vitest, { env })
