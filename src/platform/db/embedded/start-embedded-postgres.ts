import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseError } from '../database-error.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { databaseName, ensureDatabase, ownerRole } from './database.ts'
import { type PostgresHome, preparePostgresHome } from './home.ts'
import {
  endServer,
  findRunningServer,
  type RunningServer,
  type SpawnedServer,
  spawnServer,
} from './process.ts'
import { askServer, connectionString, makeSocketFolder, removeSocketFolder } from './socket.ts'

export interface EmbeddedPostgres {
  /** Address, over the Unix socket, of the role that owns the database. It is not a superuser. */
  readonly url: string
  /** The folder of the cluster: in the data folder, or where its `postgres-location` file points. */
  readonly clusterDir: string
  /** Whether the server was already running, for example after a kill -9 of the app. */
  readonly adopted: boolean
  /** Waits for a running server, or starts it at the same socket, so that the url stays valid. */
  startAgain(signal: AbortSignal): Promise<{ wasStarted: boolean }>
  /** Shuts down fast. Resolves when the server has ended, however it was started. */
  stop(): Promise<void>
}

const pollMs = 15
// Orphans of a killed server release its shared memory within moments, and a competing start settles as fast.
const retryMs = 10_000
const silenceMs = 30_000
const shutdownMs = 30_000
const transientErrors = /lock file .* already exists|shared memory block .* still in use/

export async function startEmbeddedPostgres(options: {
  dataDir: string
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const settings = options.settings ?? {}
  const home = await preparePostgresHome(options.dataDir)
  const binaries = await findBinaries(home.runAs)
  await ensureCluster(home, binaries, settings.fsync !== 'off')
  const { superuser, server, adopted } = await reachServer(home, binaries, settings)
  try {
    await ensureDatabase(superuser, server.socketDir)
  } finally {
    await superuser.end()
  }
  const { socketDir } = server
  let stopping: Promise<void> | undefined
  return {
    url: connectionString(socketDir, ownerRole, databaseName),
    clusterDir: home.clusterDir,
    adopted,
    async startAgain(signal) {
      const again = await reachServer(home, binaries, settings, { socketDir, signal })
      await again.superuser.end()
      if (again.server.socketDir === socketDir) return { wasStarted: !again.adopted }
      throw new DatabaseError(`Another program has started the database in ${home.clusterDir}.`)
    },
    stop: () => (stopping ??= stopServer(home, server)),
  }
}

interface ReachedServer {
  readonly superuser: Client
  readonly server: RunningServer
  readonly adopted: boolean
}

async function reachServer(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  again?: { socketDir: string; signal: AbortSignal },
): Promise<ReachedServer> {
  const began = Date.now()
  let lastResponseAt = began
  let spawned: SpawnedServer | undefined
  for (;;) {
    if (again?.signal.aborted) {
      await spawned?.end()
      throw new DatabaseError('Millrace is being stopped.')
    }
    const running = findRunningServer(home.clusterDir)
    if (running?.socketDir) {
      const answer = await askServer(running.socketDir)
      if (typeof answer === 'object') {
        if (spawned && spawned.socketDir !== running.socketDir) await removeSocketFolder(spawned.socketDir)
        return { server: running, superuser: answer.client, adopted: running.pid !== spawned?.child.pid }
      }
      if (answer === 'busy') lastResponseAt = Date.now()
    } else if (!running && (!spawned || spawned.ended())) {
      if (spawned) await failOrWait(spawned, home, began)
      const socketDir = spawned?.socketDir ?? (await makeSocketFolder(home, again?.socketDir))
      spawned = await spawnServer(home, binaries, socketDir, settings)
      lastResponseAt = Date.now()
    }
    if (Date.now() - lastResponseAt > silenceMs) {
      throw new DatabaseError(
        `The database in ${home.clusterDir} does not answer. Its log is ${home.logFile}.`,
      )
    }
    await sleep(pollMs)
  }
}

async function failOrWait(spawned: SpawnedServer, home: PostgresHome, began: number): Promise<void> {
  const reason = spawned.lastText()
  if (!transientErrors.test(reason) || Date.now() - began > retryMs) {
    await removeSocketFolder(spawned.socketDir)
    throw new DatabaseError(
      `The database did not start: ${reason || 'it gave no reason'} (log: ${home.logFile})`,
    )
  }
  await sleep(100)
}

async function stopServer(home: PostgresHome, first: RunningServer): Promise<void> {
  const server = findRunningServer(home.clusterDir) ?? first
  await endServer(server, 'SIGINT', shutdownMs)
  // Without a final checkpoint the next start replays the write-ahead log. That is slower, but loses nothing.
  await endServer(server, 'SIGQUIT', Infinity)
  if (dirname(server.socketDir) !== home.folder) await removeSocketFolder(server.socketDir)
}
