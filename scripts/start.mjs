import {
  ensureBuilt,
  ensureInstalled,
  envFileFlags,
  memoryFlags,
  nodeBinary,
  program,
  run,
} from './prepare.mjs'

await ensureInstalled()
await ensureBuilt()
process.exitCode = await run(nodeBinary(), [...envFileFlags(), ...memoryFlags, program('main')])
