import { chmod, chown, link, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { failedWith } from '../../files/failed-with.ts'
import { DatabaseError } from '../database-error.ts'
import { sharedFolder } from './binaries.ts'
import { canEnter, findServiceUser, isRoot, type SystemUser } from './user.ts'

export interface PostgresHome {
  readonly folder: string
  readonly clusterDir: string
  readonly logFile: string
  /** Undefined: the user that runs Millrace. */
  readonly runAs: SystemUser | undefined
}

/** Decides where the cluster is and which user runs it. Without the data folder, the database is empty. */
export async function preparePostgresHome(dataDir: string): Promise<PostgresHome> {
  const data = await makeDataFolder(dataDir)
  const locationFile = join(data, 'postgres-location')
  const elsewhere = (await readFile(locationFile, 'utf8').catch(() => '')).trim()
  if (elsewhere && !(await stat(elsewhere).catch(() => undefined))) {
    throw new DatabaseError(
      `The database of ${data} belongs in ${elsewhere}, which is missing. Put it back, or delete ${locationFile} to start with an empty one.`,
    )
  }
  const folder = elsewhere || data
  const clusterOwner = await ownerOf(join(folder, 'postgres'))
  if (!isRoot()) {
    if (clusterOwner && clusterOwner.uid !== process.getuid?.()) {
      throw new DatabaseError(
        `The database in ${folder} belongs to another user (uid ${clusterOwner.uid}). Start Millrace as root or as that user.`,
      )
    }
    return homeIn(folder, undefined)
  }
  const runAs = clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : await findServiceUser()
  if (elsewhere || (await allowEntry(data, runAs))) return homeIn(folder, runAs)
  if (clusterOwner) {
    throw new DatabaseError(
      `The database in ${data} runs as uid ${runAs.uid}, which cannot enter that folder. Let others pass through the folders above it (chmod o+x).`,
    )
  }
  return homeIn(await makeHomeElsewhere(locationFile, runAs), runAs)
}

function homeIn(folder: string, runAs: SystemUser | undefined): PostgresHome {
  return { folder, clusterDir: join(folder, 'postgres'), logFile: join(folder, 'postgres.log'), runAs }
}

async function makeDataFolder(dataDir: string): Promise<string> {
  const wanted = resolve(dataDir)
  await mkdir(dirname(wanted), { recursive: true })
  await mkdir(wanted, { mode: 0o700 }).catch((error: unknown) => {
    if (!failedWith(error, 'EEXIST')) throw error
  })
  return realpath(wanted)
}

async function ownerOf(path: string): Promise<SystemUser | undefined> {
  return stat(path).catch((error: unknown) => {
    if (failedWith(error, 'ENOENT')) return undefined
    if (failedWith(error, 'EACCES'))
      throw new DatabaseError(`The database in ${path} belongs to another user. Start Millrace as root.`)
    throw error
  })
}

/** Lets the service user pass through root's data folder. It still cannot list or read anything there. */
async function allowEntry(data: string, user: SystemUser): Promise<boolean> {
  if (await canEnter(data, user)) return true
  const { uid, mode } = await stat(data)
  if (uid !== 0 || !(await canEnter(dirname(data), user))) return false
  await chown(data, 0, user.gid)
  await chmod(data, (mode & 0o707) | 0o010)
  return true
}

async function makeHomeElsewhere(locationFile: string, user: SystemUser): Promise<string> {
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  const folder = await mkdtemp(join(sharedFolder, 'data-'))
  await chown(folder, 0, user.gid)
  await chmod(folder, 0o710)
  // link() never replaces a file or shows a partial one, so two starts end with the same folder.
  const temporary = `${locationFile}.${process.pid}`
  await writeFile(temporary, `${folder}\n`, { mode: 0o600 })
  try {
    await link(temporary, locationFile)
    return folder
  } catch (error) {
    await rm(folder, { recursive: true })
    if (!failedWith(error, 'EEXIST')) throw error
    return (await readFile(locationFile, 'utf8')).trim()
  } finally {
    await rm(temporary, { force: true })
  }
}
