import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

await ensureInstalled({ dev: true })
await ensureBuilt()
const chromium = await ensureChromium()
if (!chromium) process.exit(1)
process.exitCode = await run(nodeBinary(), ['scripts/pictures/run.mjs', ...process.argv.slice(2)], {
  env: { CHROMIUM_PATH: chromium },
})
