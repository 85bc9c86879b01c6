import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, nodeBinary, run, top } from './prepare.mjs'

// Not a dependency: it is large, and a timed result has no place among the tests.
const lighthouse = 'lighthouse@13.5.0'
const wanted = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const port = 4175
const url = `http://localhost:${port}${process.argv[2] ?? '/'}`

await ensureInstalled()
await ensureBuilt()
const chromium = await ensureChromium()
if (!chromium) process.exit(1)

const folder = mkdtempSync(join(tmpdir(), 'millrace-lighthouse-'))
// The database of a root runs as another user, who has to get in.
chmodSync(folder, 0o711)
const env = { PORT: String(port), MILLRACE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' }
const product = spawn(nodeBinary(), ['src/main.ts'], {
  cwd: top,
  env: { PATH: process.env.PATH, ...env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await once(product.stdout, 'data')
  const report = join(folder, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-background-networking --disable-component-update --disable-sync'
  const args = [url, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  const command = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', ...args]
  // It loses sight of the page now and then; that says nothing about the page.
  let code = 1
  for (let tries = 0; tries < 3 && code !== 0; tries++) {
    code = await run('npm', command, { quiet: true, env: { CHROME_PATH: chromium } })
  }
  process.exitCode = code === 0 ? judge(report) : code
} finally {
  product.kill('SIGTERM')
  await once(product, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} file */
function judge(file) {
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
  let missed = 0
  for (const [name, least] of Object.entries(wanted)) {
    const score = Math.round(categories[name].score * 100)
    if (score < least) missed++
    console.log(`${name.padEnd(16)} ${String(score).padStart(3)}  (at least ${least})`)
  }
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]) {
    console.log(`${id}: ${audits[id].displayValue}`)
  }
  for (const audit of Object.values(audits)) {
    if (audit.score !== null && audit.score < 0.9)
      console.log(`  ${audit.id}: ${audit.displayValue ?? audit.title}`)
  }
  return missed === 0 ? 0 : 1
}
