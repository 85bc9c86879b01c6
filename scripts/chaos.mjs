import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

await ensureInstalled()
await ensureBuilt()
process.exitCode = await run(nodeBinary(), ['test/support/run-chaos.ts', ...process.argv.slice(2)])
