import { chmod, chown, lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import type { PostgresHome } from './home.ts'
import { readPidFile } from './process.ts'
import { canEnter } from './user.ts'

// The kernel allows 108 bytes (104 on macOS) for a socket's whole path, and Postgres adds "/.s.PGSQL.5432".
const longestSocketFolder = 85
const temporaryPrefix = 'millrace-'

/**
 * Only the server's own user (and root) can enter this folder, which is why the server trusts whoever connects.
 * `before`: where it has to be, because connections are opened there already.
 */
export async function makeSocketFolder(home: PostgresHome, before?: string): Promise<string> {
  const beside = join(home.folder, 'postgres-socket')
  const used = before ?? readPidFile(home.clusterDir)?.socketDir
  if (used && (await isPrivateTo(used, home.runAs?.uid ?? process.getuid?.()))) return used
  const isLong = Buffer.byteLength(beside) > longestSocketFolder
  const folder = before ?? (isLong ? await makeTemporaryFolder(home) : beside)
  // Where it was before, there may be another's by now, which is not taken.
  await mkdir(folder, { recursive: before === undefined, mode: 0o700 })
  if (home.runAs) await chown(folder, home.runAs.uid, home.runAs.gid)
  await chmod(folder, 0o700)
  return folder
}

/** A killed server's folder serves again, unless someone else has put one in its place since. */
async function isPrivateTo(folder: string, uid: number | undefined): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o777) === 0o700
}

async function makeTemporaryFolder(home: PostgresHome): Promise<string> {
  const wanted = tmpdir()
  const short = Buffer.byteLength(wanted) < longestSocketFolder - temporaryPrefix.length - 8
  const usable = short && (!home.runAs || (await canEnter(wanted, home.runAs)))
  return mkdtemp(join(usable ? wanted : '/tmp', temporaryPrefix))
}

/** Empty once its server has shut down; where it is not, it stays. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
}

export type Answer = { readonly client: Client } | 'busy' | 'silent'

/** Busy: there is a server, but it is still recovering, shutting down or full. */
export async function askServer(socketDir: string, database = 'postgres'): Promise<Answer> {
  const client = new Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    database,
    ssl: false,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { client }
  } catch (error) {
    await client.end().catch(() => undefined)
    if (!(error instanceof DatabaseError)) return 'silent'
    if (error.code === '57P03' || error.code === '53300') return 'busy'
    throw error
  }
}

export function connectionString(socketDir: string, user: string, database: string): string {
  return `postgresql://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`
}
