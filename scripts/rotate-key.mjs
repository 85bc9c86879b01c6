import { ensureInstalled, envFileFlags, nodeBinary, quickImports, run } from './prepare.mjs'

await ensureInstalled()
const args = [...envFileFlags(), ...quickImports, 'src/rotate-key.ts', ...process.argv.slice(2)]
process.exitCode = await run(nodeBinary(), args)
