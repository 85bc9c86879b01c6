import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

await ensureInstalled({ dev: true })
await ensureBuilt()
process.exitCode = await run(nodeBinary(), ['bench/run.ts', ...process.argv.slice(2)])
