import { ensureBuilt, ensureInstalled, envFileFlags, nodeBinary, program, run } from './prepare.mjs'

await ensureInstalled()
await ensureBuilt()
// Half of what Node would let the place for new objects grow to: an idle process stays small.
const flags = [...envFileFlags(), '--max-semi-space-size=8']
process.exitCode = await run(nodeBinary(), [...flags, program('main')])
