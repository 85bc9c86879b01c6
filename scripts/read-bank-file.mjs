import { ensureInstalled, ensureServerBuilt, nodeBinary, program, run } from './prepare.mjs'

await ensureInstalled()
await ensureServerBuilt()
process.exitCode = await run(nodeBinary(), [program('read-bank-file'), ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
})
