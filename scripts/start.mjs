import { ensureBuilt, ensureInstalled, envFileFlags, nodeBinary, program, run } from './prepare.mjs'

await ensureInstalled()
await ensureBuilt()
process.exitCode = await run(nodeBinary(), [...envFileFlags(), program('main')])
