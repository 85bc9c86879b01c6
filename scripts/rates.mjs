import { ensureInstalled, ensureServerBuilt, envFileFlags, nodeBinary, program, run } from './prepare.mjs'

await ensureInstalled()
await ensureServerBuilt()
process.exitCode = await run(nodeBinary(), [...envFileFlags(), program('rates'), ...process.argv.slice(2)])
