import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, envFileFlags, nodeBinary, top } from './prepare.mjs'

await ensureInstalled({ dev: true })
// The API serves the built pages on its own port, whatever Vite shows on the other.
await ensureBuilt()

const env = { ...process.env, PORT: '3001', APP_URL: 'http://localhost:3000' }
// In a group of its own: Node's watcher crashes, and leaves the API behind, when a Ctrl-C of the terminal comes on top
// of the signal sent here.
const api = spawn(
  nodeBinary(),
  ['--watch', '--watch-preserve-output', ...envFileFlags(), 'src/programs/main.ts'],
  {
    cwd: top,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  },
)
const pages = spawn(nodeBinary(), ['node_modules/vite/bin/vite.js'], { cwd: top, env, stdio: 'inherit' })

let ending = false
function endBoth() {
  if (ending) return
  ending = true
  api.kill('SIGTERM')
  pages.kill('SIGTERM')
}
api.once('exit', endBoth)
pages.once('exit', endBoth)
process.on('SIGINT', endBoth)
process.on('SIGTERM', endBoth)
process.on('SIGHUP', endBoth)
