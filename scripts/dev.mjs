import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, envFileFlags, nodeBinary, top } from './prepare.mjs'

await ensureInstalled({ dev: true })
// The API serves the built pages on its own port, in addition to Vite.
await ensureBuilt()

const env = { ...process.env, PORT: '3001', APP_URL: 'http://localhost:3000' }
// In its own process group. Otherwise a Ctrl-C in the terminal would reach Node's watcher in addition to the
// signal sent below; the watcher then crashes and leaves the API running.
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
