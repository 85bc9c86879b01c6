import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import { serverEnvironment } from './cluster.ts'
import { failedWith } from './error.ts'
import type { PostgresHome } from './home.ts'

export interface RunningServer {
  readonly pid: number
  /** As the server itself calls it. */
  readonly clusterDir: string
  /** Empty while the server has not opened its socket yet. */
  readonly socketDir: string
}

// Durability (fsync, synchronous_commit, full_page_writes) stays at Postgres's safe defaults.
const defaults = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  io_method: 'sync',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'error',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  // Neither statements nor key values: both can hold what customers typed.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const largestLog = 5 * 1024 * 1024
const emptyLockAge = 2000
const tooEarly = /the database system is (?:starting up|shutting down|in recovery|not )/

export interface SpawnedServer {
  readonly socketDir: string
  readonly child: ChildProcess
  readonly ended: () => boolean
  /** What the server said last, its reason first where it gave one. */
  readonly lastText: () => string
  /** Asks it to end, and waits until it has. */
  readonly end: () => Promise<void>
}

export async function spawnServer(
  home: PostgresHome,
  binaries: PostgresBinaries,
  socketDir: string,
  settings: Record<string, string>,
): Promise<SpawnedServer> {
  const size = await stat(home.logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > largestLog) await truncate(home.logFile)
  const logStart = size > largestLog ? 0 : size
  const all = { ...defaults, ...settings, unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  removeEmptyLocks(home.clusterDir, socketDir)
  disownStalePidFile(home.clusterDir)
  const log = openSync(home.logFile, 'a', 0o600)
  if (home.runAs) fchownSync(log, home.runAs.uid, home.runAs.gid)
  const child = spawn(binaries.postgres, ['-D', home.clusterDir, ...flags], {
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
    ...home.runAs,
  })
  closeSync(log)
  child.unref()
  let spawnError: Error | undefined
  child.once('error', (error) => (spawnError = error))
  const ended = () => spawnError !== undefined || child.exitCode !== null || child.signalCode !== null
  return {
    socketDir,
    child,
    ended,
    lastText: () => spawnError?.message ?? lastReason(home.logFile, logStart),
    async end() {
      child.kill('SIGINT')
      while (!ended()) await sleep(15)
    },
  }
}

function lastReason(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString().trim().split('\n')
  // What clients were told that came too early is not why it ended.
  const reasons = lines.filter((line) => /FATAL|PANIC|ERROR/.test(line) && !tooEarly.test(line))
  return reasons.at(-1) ?? lines.at(-1) ?? ''
}

/** The living server of this cluster, whoever started it. */
export function findRunningServer(clusterDir: string): RunningServer | undefined {
  const named = readPidFile(clusterDir)
  return named && isServing(named) ? named : undefined
}

/** The server that postmaster.pid names, dead or alive. */
export function readPidFile(clusterDir: string): (RunningServer & { readonly rest: string[] }) | undefined {
  try {
    const [pid, ...rest] = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), clusterDir: rest[0] ?? '', socketDir: rest[3] ?? '', rest }
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Returns when the server is gone or the time is over. */
export async function endServer(
  server: RunningServer,
  signal: NodeJS.Signals,
  patience: number,
): Promise<void> {
  const askedAt = Date.now()
  for (let asked = false; isServing(server) && Date.now() - askedAt < patience; asked = true) {
    if (!asked && exists(server.pid)) process.kill(server.pid, signal)
    await sleep(15)
  }
}

/** A process number alone proves nothing: after a reboot another program has it, and a zombie still answers to signals. */
function isServing({ pid, clusterDir }: RunningServer): boolean {
  if (!exists(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program?.endsWith('postgres') === true && args.includes(clusterDir)
  } catch {
    return false
  }
}

function exists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return failedWith(error, 'EPERM')
  }
}

/**
 * Postgres refuses to start while the process named in a stale postmaster.pid seems alive, except when it is its own
 * parent. Naming ourselves there, rather than deleting the file, keeps its check for orphans on the shared memory.
 */
function disownStalePidFile(clusterDir: string): void {
  const named = readPidFile(clusterDir)
  if (!named || !exists(named.pid) || isServing(named)) return
  writeFileSync(join(clusterDir, 'postmaster.pid'), [process.pid, ...named.rest].join('\n'))
  if (named.socketDir) rmSync(join(named.socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

/**
 * A full disk leaves lock files without a word in them, and Postgres then refuses to start for ever: it takes them for
 * those of a server that is starting at this very moment. One that is not written for so long is nobody's.
 */
function removeEmptyLocks(clusterDir: string, socketDir: string): void {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file?.size === 0 && Date.now() - file.mtimeMs > emptyLockAge) rmSync(path, { force: true })
  }
}
