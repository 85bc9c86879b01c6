import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { freePort } from './free-port.mjs'
import { ensurePgbouncer } from './pgbouncer.mjs'
import { buildPages, buildServer, installPackages, nodeBinary, run } from './prepare.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ title: string, tests: { results: { errors?: { message?: string }[] }[], status: string }[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ name: string, parts: string[], run: () => Promise<Counts> }} Step
 */

const separator = process.argv.indexOf('--')
const parts = process.argv.slice(2, separator < 0 ? undefined : separator)
const runnerArgs = separator < 0 ? [] : process.argv.slice(separator + 1)
const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
/** Printed again at the end, where a reader of the log looks first. @type {Failure[]} */
const failures = []
/** Browser tests that passed only when they were retried. @type {Failure[]} */
const flaky = []

/** @type {Step[]} */
const steps = [
  {
    name: 'types of the server',
    parts: ['static'],
    run: check('typescript/bin/tsc', '-p', 'tsconfig.server.json'),
  },
  {
    name: 'types of the pages',
    parts: ['static'],
    run: check('typescript/bin/tsc', '-p', 'tsconfig.web.json'),
  },
  {
    name: 'types of the browser tests',
    parts: ['static'],
    run: check('typescript/bin/tsc', '-p', 'tsconfig.e2e.json'),
  },
  { name: 'lint', parts: ['static'], run: check('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', parts: ['static'], run: check('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'unused code', parts: ['static'], run: check('knip/bin/knip.js') },
  { name: 'pages', parts: ['unit', 'browser'], run: build },
  { name: 'unit and integration tests', parts: ['unit'], run: runVitest },
  { name: 'browser tests', parts: ['browser'], run: runPlaywright },
]

const wrong = parts.find((part) => !steps.some((step) => step.parts.includes(part)))
if (wrong) {
  console.error(`There is no part "${wrong}". Choose static, unit or browser, or nothing for all of them.`)
  process.exit(1)
}

const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'millrace-tests-'))
// When root runs this script, the databases run as another user, who needs access to the folder.
chmodSync(scratch, 0o711)
let interrupted = false
let pagesAreBuilt = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (interrupted = true))

// Downloads run in parallel with the other steps, but one after the other, because the package manager holds
// a lock.
const pgbouncer = isWanted('unit') ? ensurePgbouncer() : undefined
const chromium = isWanted('browser') ? Promise.resolve(pgbouncer).then(ensureChromium) : undefined
if (await installPackages({ dev: true })) {
  for (const step of steps) if (step.parts.some(isWanted) && !interrupted) await perform(step)
} else {
  total.failed += 1
}
rmSync(scratch, { recursive: true, force: true })

for (const { name, message } of failures) console.log(`\nFAILED ${name}\n${shortened(message)}`)
for (const { name, message } of flaky)
  console.log(`\nFLAKY, passed at the second try: ${name}\n${shortened(message)}`)
console.log(`\n${summary.join('\n')}`)
if (total.skipped > 0) console.log(`${total.skipped} skipped, which is not a pass`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = interrupted || total.failed + total.skipped > 0 || total.passed === 0 ? 1 : 0

/** @param {string} part */
function isWanted(part) {
  return parts.length === 0 || parts.includes(part)
}

/** @param {Step} step */
async function perform({ name, run: runStep }) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const counts = await runStep()
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`
  const verdict = counts.failed > 0 ? 'FAILED' : counts.skipped > 0 ? 'SKIPPED' : 'passed'
  console.log(`── ${name}: ${verdict} in ${seconds}`)
  summary.push(`${verdict.padEnd(8)} ${name} (${counts.passed} passed, ${counts.failed} failed, ${seconds})`)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}

/**
 * @param {string} tool its program's path in node_modules
 * @param {string[]} args
 */
function check(tool, ...args) {
  return async () => {
    const code = await run(nodeBinary(), [`node_modules/${tool}`, ...args])
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  }
}

/** Not counted when it works: the browser tests cover the pages. */
async function build() {
  pagesAreBuilt = (await buildPages()) && (await buildServer())
  return { passed: 0, failed: pagesAreBuilt ? 0 : 1, skipped: 0 }
}

async function runVitest() {
  // If it cannot be installed, the tests that need it fail and say so.
  await pgbouncer
  const file = join(scratch, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...runnerArgs]
  const code = await run(nodeBinary(), args, { env: { TMPDIR: scratch } })
  const report = readReport(file)
  for (const { name, message, assertionResults } of report.testResults ?? []) {
    if (message) failures.push({ name, message })
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push({ name: `${name} › ${fullName}`, message: failureMessages.join('\n') })
  }
  return withRunnerFailure(code, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    // With a filter, the tests that it excludes are reported as skipped.
    skipped: runnerArgs.length > 0 ? 0 : (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  })
}

async function runPlaywright() {
  if (!pagesAreBuilt) return notRun('The browser tests did not run: the pages could not be built.')
  const browser = await chromium
  if (!browser) return notRun('The browser tests did not run.')
  const file = join(scratch, 'playwright.json')
  // Locally, the first failure counts. CI retries once and lists the tests that needed it.
  const retries = process.env['CI'] ? ['--retries=1'] : []
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    ...retries,
    ...runnerArgs,
  ]
  const code = await run(nodeBinary(), args, {
    env: {
      TMPDIR: scratch,
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      E2E_PORT: String(await freePort()),
      E2E_GALLERY_PORT: String(await freePort()),
    },
  })
  const { stats = {}, suites = [] } = readReport(file)
  for (const suite of suites) {
    failures.push(...testsOf(suite, 'unexpected'))
    flaky.push(...testsOf(suite, 'flaky'))
  }
  return withRunnerFailure(code, {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
  })
}

/**
 * Returns the tests of a suite that ended with this status, with their errors.
 * @param {Suite} suite
 * @param {'unexpected' | 'flaky'} wanted
 * @returns {Failure[]}
 */
function testsOf({ title, specs = [], suites = [] }, wanted) {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => ({
        name: spec.title,
        message: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n'),
      })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, wanted))].map(({ name, message }) => ({
    name: `${title} › ${name}`,
    message,
  }))
}

/**
 * Returns a folder in memory if there is enough of it. The tests create hundreds of databases, which are slow
 * on a disk.
 */
function memoryFolder() {
  const folder = '/dev/shm'
  const needed = 3 * 1024 ** 3
  if (!existsSync(folder) || freemem() < needed) return null
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < needed ? null : folder
}

/** @param {string} message */
function shortened(message) {
  return message.split('\n').slice(0, 12).join('\n')
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Counts a run as failed if it ran no tests or failed outside of any test.
 * @param {number} code
 * @param {Counts} counts
 * @returns {Counts}
 */
function withRunnerFailure(code, counts) {
  const ranNothing = counts.passed + counts.failed === 0
  const failedOutside = code !== 0 && counts.failed === 0
  return ranNothing || failedOutside ? { ...counts, failed: 1 } : counts
}

/**
 * @param {string} why
 * @returns {Counts}
 */
function notRun(why) {
  console.error(why)
  return { passed: 0, failed: 1, skipped: 0 }
}
