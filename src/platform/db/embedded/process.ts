import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { failedWith } from '../../files/failed-with.ts'
import type { PostgresBinaries } from './binaries.ts'
import { serverEnvironment } from './cluster.ts'
import type { PostgresHome } from './home.ts'

export interface RunningServer {
  readonly pid: number
  /** As the server writes it in postmaster.pid. */
  readonly clusterDir: string
  /** Empty until the server has opened its socket. */
  readonly socketDir: string
}

// Durability settings (fsync, synchronous_commit, full_page_writes) keep Postgres's safe defaults.
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
  // Logs neither statements nor key values, because both can contain data that customers entered.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const maxLogBytes = 5 * 1024 * 1024
const emptyLockAgeMs = 2000
const notReadyYet = /the database system is (?:starting up|shutting down|in recovery|not )/

export interface SpawnedServer {
  readonly socketDir: string
  readonly child: ChildProcess
  readonly ended: () => boolean
  /** The last message of the server; its reason for ending, if it gave one. */
  readonly lastText: () => string
  /** Signals the server to shut down, and waits until it has. */
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
  if (size > maxLogBytes) await truncate(home.logFile)
  const logStart = size > maxLogBytes ? 0 : size
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
  // Errors for clients that connected too early are not the reason why the server ended.
  const reasons = lines.filter((line) => /FATAL|PANIC|ERROR/.test(line) && !notReadyYet.test(line))
  return reasons.at(-1) ?? lines.at(-1) ?? ''
}

/** Returns the running server of this cluster, however it was started. */
export function findRunningServer(clusterDir: string): RunningServer | undefined {
  const server = readPidFile(clusterDir)
  return server && isServing(server) ? server : undefined
}

/** Returns the server that postmaster.pid names, whether or not it is running. */
export function readPidFile(clusterDir: string): (RunningServer & { readonly rest: string[] }) | undefined {
  try {
    const [pid, ...rest] = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), clusterDir: rest[0] ?? '', socketDir: rest[3] ?? '', rest }
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Returns when the server has ended or the time is up. */
export async function endServer(
  server: RunningServer,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  const startedAt = Date.now()
  for (let isSignaled = false; isServing(server) && Date.now() - startedAt < timeoutMs; isSignaled = true) {
    if (!isSignaled && exists(server.pid)) process.kill(server.pid, signal)
    await sleep(15)
  }
}

/** The process id alone is not enough: another program may have it, and a zombie still accepts signals. */
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
 * Postgres does not start while the process in a stale postmaster.pid seems alive, unless that is its parent.
 * Deleting the file instead would end its check for orphans on the shared memory.
 */
function disownStalePidFile(clusterDir: string): void {
  const server = readPidFile(clusterDir)
  if (!server || !exists(server.pid) || isServing(server)) return
  writeFileSync(join(clusterDir, 'postmaster.pid'), [process.pid, ...server.rest].join('\n'))
  if (server.socketDir) rmSync(join(server.socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

/** A full disk leaves empty lock files, which Postgres takes for the locks of a server that is starting. */
function removeEmptyLocks(clusterDir: string, socketDir: string): void {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file?.size === 0 && Date.now() - file.mtimeMs > emptyLockAgeMs) rmSync(path, { force: true })
  }
}
