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
  /** Connection string of the non-superuser role that owns and migrates the database, over the Unix socket. */
  readonly url: string
  /** Where the cluster lies: in the data folder, or where its `postgres-location` says. */
  readonly clusterDir: string
  /** True when the server was already running, e.g. after a kill -9 of the app. */
  readonly adopted: boolean
  /** Waits for a server that is still there, and starts one that is not. Where it was, so that the url stays the same. */
  startAgain(signal: AbortSignal): Promise<{ wasStarted: boolean }>
  /** Fast shutdown; resolves when the server is gone, whoever started it. */
  stop(): Promise<void>
}

const pollEvery = 15
// Orphans of a killed server let go of its shared memory within moments; a competing start settles as fast.
const retryFor = 10_000
const silentFor = 30_000
const shutdownFor = 30_000
const passingTrouble = /lock file .* already exists|shared memory block .* still in use/

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
  let lastSign = began
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
      if (answer === 'busy') lastSign = Date.now()
    } else if (!running && (!spawned || spawned.ended())) {
      if (spawned) await giveUpOrWait(spawned, home, began)
      const socketDir = spawned?.socketDir ?? (await makeSocketFolder(home, again?.socketDir))
      spawned = await spawnServer(home, binaries, socketDir, settings)
      lastSign = Date.now()
    }
    if (Date.now() - lastSign > silentFor) {
      throw new DatabaseError(
        `The database in ${home.clusterDir} does not answer; its log is ${home.logFile}.`,
      )
    }
    await sleep(pollEvery)
  }
}

async function giveUpOrWait(spawned: SpawnedServer, home: PostgresHome, began: number): Promise<void> {
  const reason = spawned.lastText()
  if (!passingTrouble.test(reason) || Date.now() - began > retryFor) {
    await removeSocketFolder(spawned.socketDir)
    throw new DatabaseError(
      `The database did not start: ${reason || 'it gave no reason'} (log: ${home.logFile})`,
    )
  }
  await sleep(100)
}

async function stopServer(home: PostgresHome, first: RunningServer): Promise<void> {
  const server = findRunningServer(home.clusterDir) ?? first
  await endServer(server, 'SIGINT', shutdownFor)
  // Without a last checkpoint the next start replays the log instead: slower, and nothing is lost.
  await endServer(server, 'SIGQUIT', Infinity)
  if (dirname(server.socketDir) !== home.folder) await removeSocketFolder(server.socketDir)
}
