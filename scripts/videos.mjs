import { ensureChromium } from './chromium.mjs'
import { ensureFfmpeg } from './ffmpeg.mjs'
import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'

await ensureInstalled({ dev: true })
await ensureBuilt()
const chromium = await ensureChromium()
const ffmpeg = await ensureFfmpeg()
if (!chromium || !ffmpeg) process.exit(1)
process.exitCode = await run(nodeBinary(), ['scripts/videos/run.mjs', ...process.argv.slice(2)], {
  env: { CHROMIUM_PATH: chromium, FFMPEG_PATH: ffmpeg },
})
