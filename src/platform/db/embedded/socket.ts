import { chmod, chown, lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import type { PostgresHome } from './home.ts'
import { readPidFile } from './process.ts'
import { canEnter } from './user.ts'

// The kernel allows 108 bytes (104 on macOS) for a socket's path, and Postgres adds "/.s.PGSQL.5432".
const maxFolderBytes = 85
const temporaryPrefix = 'millrace-'

/**
 * Only the server's user and root can enter this folder, so the server trusts every connection. Open
 * connections use the folder of the `previous` server.
 */
export async function makeSocketFolder(home: PostgresHome, previous?: string): Promise<string> {
  const defaultFolder = join(home.folder, 'postgres-socket')
  const used = previous ?? readPidFile(home.clusterDir)?.socketDir
  if (used && (await isPrivateTo(used, home.runAs?.uid ?? process.getuid?.()))) return used
  const isLong = Buffer.byteLength(defaultFolder) > maxFolderBytes
  const folder = previous ?? (isLong ? await makeTemporaryFolder(home) : defaultFolder)
  // At the previous path there may be another user's folder by now. It must not be used, so mkdir fails then.
  await mkdir(folder, { recursive: previous === undefined, mode: 0o700 })
  if (home.runAs) await chown(folder, home.runAs.uid, home.runAs.gid)
  await chmod(folder, 0o700)
  return folder
}

/** The folder of a killed server is used again, unless another user has replaced it. */
async function isPrivateTo(folder: string, uid: number | undefined): Promise<boolean> {
  const folderStat = await lstat(folder).catch(() => undefined)
  return folderStat?.isDirectory() === true && folderStat.uid === uid && (folderStat.mode & 0o777) === 0o700
}

async function makeTemporaryFolder(home: PostgresHome): Promise<string> {
  const wanted = tmpdir()
  const short = Buffer.byteLength(wanted) < maxFolderBytes - temporaryPrefix.length - 8
  const usable = short && (!home.runAs || (await canEnter(wanted, home.runAs)))
  return mkdtemp(join(usable ? wanted : '/tmp', temporaryPrefix))
}

/** Removes the folder if it is empty, as it is after a clean shutdown. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
}

export type Answer = { readonly client: Client } | 'busy' | 'silent'

/** Connects as the superuser. `busy`: the server is still recovering, shutting down or out of connections. */
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
