import { ensureBuilt, ensureInstalled, envFileFlags, nodeBinary, run } from './prepare.mjs'

await ensureInstalled()
await ensureBuilt()
process.exitCode = await run(nodeBinary(), [...envFileFlags(), 'src/main.ts'])
