import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { findBinaries } from '../../../src/platform/db/embedded/binaries.ts'
import { databaseName, ownerRole } from '../../../src/platform/db/embedded/database.ts'
import { preparePostgresHome } from '../../../src/platform/db/embedded/home.ts'
import { spawnServer } from '../../../src/platform/db/embedded/process.ts'
import { askServer, connectionString, makeSocketFolder } from '../../../src/platform/db/embedded/socket.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts'
import { makeDataFolder } from '../product.ts'

// Test data need not survive a power failure.
const settings = { fsync: 'off', full_page_writes: 'off', max_wal_senders: '2' }

/** Starts a server and a standby that replicates it. */
export async function startPrimaryAndStandby() {
  const data = await makeDataFolder()
  const copied = await makeDataFolder()
  const made = await startEmbeddedPostgres({ dataDir: data.dataDir, settings })
  await made.stop()
  const home = await preparePostgresHome(copied.dataDir)
  await promisify(execFile)('cp', ['-a', made.clusterDir, home.clusterDir])
  await writeFile(join(home.clusterDir, 'standby.signal'), '')

  const primary = await startEmbeddedPostgres({ dataDir: data.dataDir, settings })
  const socketOfPrimary = new URL(primary.url).searchParams.get('host') ?? ''
  const socketDir = await makeSocketFolder(home)
  const { child } = await spawnServer(home, await findBinaries(home.runAs), socketDir, {
    ...settings,
    primary_conninfo: `host='${socketOfPrimary}' port=5432 user=postgres`,
  })
  const superuser = await untilAnswered(socketDir)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    primaryUrl: primary.url,
    standbyUrl: connectionString(socketDir, ownerRole, databaseName),
    /** Pauses or resumes the replication. */
    pause: () => superuser.query('select pg_wal_replay_pause()'),
    resume: () => superuser.query('select pg_wal_replay_resume()'),
    async stop() {
      await superuser.end()
      child.kill('SIGINT')
      await ended
      await primary.stop()
      const folders = [made.clusterDir, home.clusterDir, data.dataDir, copied.dataDir].map((path) =>
        dirname(path),
      )
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

async function untilAnswered(socketDir: string): Promise<Client> {
  for (;;) {
    const answer = await askServer(socketDir)
    if (typeof answer === 'object') return answer.client
    await sleep(20)
  }
}
