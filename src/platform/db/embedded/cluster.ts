import { spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { failedWith } from '../../files/failed-with.ts'
import { flushFolder } from '../../files/flush-folder.ts'
import { DatabaseError } from '../database-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { PostgresHome } from './home.ts'

export async function ensureCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<void> {
  if (!(await stat(home.clusterDir).catch(() => undefined))) await createCluster(home, binaries, durable)
  const major = (await readFile(`${home.clusterDir}/PG_VERSION`, 'utf8')).trim()
  if (major !== binaries.major) {
    throw new DatabaseError(
      `The database in ${home.clusterDir} was made by Postgres ${major}, but this Millrace comes with Postgres ${binaries.major}. Start the Millrace that made it, make a backup with it, and restore that backup into an empty folder.`,
    )
  }
}

/** Renames a temporary folder, so that an interrupted start leaves nothing that looks like a cluster. */
async function createCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<void> {
  const temporary = await mkdtemp(`${home.clusterDir}.new-`)
  try {
    if (home.runAs) await chown(temporary, home.runAs.uid, home.runAs.gid)
    await runInitdb(temporary, home, binaries, durable)
    await rename(temporary, home.clusterDir)
    if (durable) await flushFolder(home.folder)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another start was faster. Its cluster is used.
    if (!failedWith(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

async function runInitdb(
  folder: string,
  home: PostgresHome,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
    { cwd: '/', env: serverEnvironment, stdio: ['ignore', 'ignore', 'pipe'], ...home.runAs },
  )
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const outcome = await new Promise<number | string | null>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => done(code ?? signal))
  })
  if (outcome === 0) return
  const reason =
    errorOutput.split('\n').find((line) => line.includes('error:')) ?? (errorOutput.trim() || outcome)
  throw new DatabaseError(`The database could not be created in ${home.folder}: ${reason}`)
}

/** Nothing of the app's environment: PG* would change the server, and it does not need the secrets. */
export const serverEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
