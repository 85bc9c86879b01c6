import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, nodeBinary, program, run, top } from './prepare.mjs'

// Not a dependency: it is large, and timings do not belong in the tests.
const lighthouse = 'lighthouse@13.5.0'
/** @type {Record<string, number>} */
const minPoints = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const shownAudits = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}
const maxTries = 3
const port = 4175

/**
 * @typedef {object} Score
 * @property {string} path
 * @property {Record<string, number>} points by category; empty when the page could not be measured
 * @property {Record<string, string>} times
 * @property {string[]} found what cost points
 */

await ensureInstalled({ dev: true })
await ensureBuilt()
const chromium = await ensureChromium()
if (!chromium) process.exit(1)
const paths = process.argv[2] ? [process.argv[2]] : publicPaths()

const folder = mkdtempSync(join(tmpdir(), 'millrace-lighthouse-'))
// When root runs this script, the database runs as another user, who needs access to the folder.
chmodSync(folder, 0o711)
const env = { PORT: String(port), MILLRACE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' }
const product = spawn(nodeBinary(), [program('main')], {
  cwd: top,
  env: { PATH: process.env.PATH, ...env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(product, 'exit')
try {
  const isUp = await Promise.race([once(product.stdout, 'data').then(() => true), ended.then(() => false)])
  // The product has already printed why.
  if (!isUp) process.exit(1)
  /** @type {Score[]} */
  const scores = []
  for (const path of paths) {
    const score = await measure(path)
    scores.push(score)
    console.log(`${String(scores.length).padStart(2)}/${paths.length}  ${line(score)}`)
  }
  printTable(scores)
  process.exitCode = scores.every(isGood) ? 0 : 1
} finally {
  product.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the paths of all pre-rendered pages, which are public. */
function publicPaths() {
  const { pages } = JSON.parse(readFileSync(join(top, 'dist', 'web', 'routes.json'), 'utf8'))
  return pages
    .filter((/** @type {any} */ page) => page.file !== null && !page.noindex)
    .map((/** @type {any} */ page) => page.pattern)
}

/**
 * Returns the best of a few runs. Lighthouse sometimes loses the page, and a busy machine distorts the
 * timings. Neither says anything about the page.
 * @param {string} path
 */
async function measure(path) {
  const url = `http://localhost:${port}${path}`
  // The first request waits until the page is compressed. Only later ones are representative.
  await fetch(url, { headers: { 'accept-encoding': 'br' } })
  /** @type {Score} */
  let best = { path, points: {}, times: {}, found: ['It could not be measured.'] }
  for (let tries = 0; tries < maxTries && !isGood(best); tries++) {
    const score = await tryOnce(path, url)
    if (score && sum(score) > sum(best)) best = score
  }
  return best
}

/**
 * @param {string} path
 * @param {string} url
 * @returns {Promise<Score | undefined>}
 */
async function tryOnce(path, url) {
  const report = join(folder, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-background-networking --disable-component-update --disable-sync'
  const args = [url, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  const command = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', ...args]
  const code = await run('npm', command, { quiet: true, env: { CHROME_PATH: chromium ?? '' } })
  return code === 0 ? read(path, report) : undefined
}

/**
 * @param {string} path
 * @param {string} file
 * @returns {Score}
 */
function read(path, file) {
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
  const points = Object.keys(minPoints).map((name) => [name, Math.round(categories[name].score * 100)])
  const times = Object.entries(shownAudits).map(([name, id]) => [name, audits[id].displayValue])
  const found = Object.values(audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => `${audit.id}: ${audit.displayValue ?? audit.title}`)
  return { path, points: Object.fromEntries(points), times: Object.fromEntries(times), found }
}

/** @param {Score} score */
function sum({ points }) {
  return Object.values(points).reduce((total, value) => total + value, 0)
}

/** @param {Score} score */
function isGood({ points }) {
  return Object.entries(minPoints).every(([name, min]) => (points[name] ?? 0) >= min)
}

/** @param {Score} score */
function line({ path, points, times }) {
  const figures = Object.keys(minPoints).map((name) => String(points[name] ?? '-').padStart(3))
  const shownTimes = Object.entries(times).map(([name, value]) => `${name} ${value}`)
  return `${figures.join('  ')}  ${path.padEnd(28)} ${shownTimes.join('  ')}`
}

/** @param {readonly Score[]} scores */
function printTable(scores) {
  console.log(
    `\n${Object.entries(minPoints)
      .map(([name, min]) => `${name} (at least ${min})`)
      .join(', ')}\n`,
  )
  for (const score of scores) {
    console.log(`${isGood(score) ? '✓' : '✗'} ${line(score)}`)
    if (!isGood(score)) for (const found of score.found) console.log(`      ${found}`)
  }
  const missed = scores.filter((score) => !isGood(score)).length
  console.log(`\n${scores.length - missed} of ${scores.length} pages reach all of it.`)
}
