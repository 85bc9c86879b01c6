import { ensureInstalled, nodeBinary, run } from './prepare.mjs'

await ensureInstalled({ dev: true })
process.exitCode = await run(nodeBinary(), ['test/support/bank-files/measure.ts', ...process.argv.slice(2)])
