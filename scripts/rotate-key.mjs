import { ensureInstalled, envFileFlags, nodeBinary, run } from './prepare.mjs'

await ensureInstalled()
process.exitCode = await run(nodeBinary(), [...envFileFlags(), 'src/rotate-key.ts', ...process.argv.slice(2)])
