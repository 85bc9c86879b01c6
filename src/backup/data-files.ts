import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config.ts'
import { failedWith } from '../platform/files/failed-with.ts'
import { filesFolder } from './manifest.ts'
import type { TarEntry } from './pack-tar.ts'

/** The folder inside the data folder for backups without another target. */
export const backupsFolder = 'backups'

/** A moment as a part of a file's name, to the millisecond: 20260131T235959123Z. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:.]/g, '')
}

/** The database, which is read as rows, files that backups share, what belongs to this machine, what is half written, logs and backups. */
const isLeftOut = (path: string) =>
  /^(postgres(\.new-.*|-socket|-location(\..*)?)?|backups|files|millrace-files|\.secret-.*|\.restoring-.*)$/.test(
    path,
  ) || /\.(log|part|backup)$/.test(path)

/** A name that leads into the data folder, and not to what is left out. */
export function isFileOfData(path: string): boolean {
  const steps = path.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))
  return isPlain && !steps.some((_, n) => isLeftOut(steps.slice(0, n + 1).join('/')))
}

/** The secret, the built-in mailbox and whatever else lies there. */
async function* listFiles(dataDir: string, folder = '', seen = new Set<string>()): AsyncGenerator<string> {
  const real = await realpath(join(dataDir, folder)).catch(ignoreMissing)
  // A link may lead back up.
  if (real === undefined || seen.has(real)) return
  seen.add(real)
  for (const name of (await readdir(real)).toSorted()) {
    const path = folder ? `${folder}/${name}` : name
    const entry = isFileOfData(path) ? await stat(join(dataDir, path)).catch(ignoreMissing) : undefined
    if (entry?.isDirectory()) yield* listFiles(dataDir, path, seen)
    else if (entry?.isFile()) yield path
  }
}

/** One that has gone since it was listed is left out. One that grows is read up to where it ended when it was opened. */
export async function* readDataFiles(dataDir: string): AsyncGenerator<TarEntry> {
  for await (const path of listFiles(dataDir)) {
    const handle = await open(join(dataDir, path)).catch(ignoreMissing)
    if (!handle) continue
    try {
      const { mode, size } = await handle.stat()
      yield { name: `${filesFolder}${path}`, size, mode: mode & 0o777, content: readUpTo(handle, size) }
    } finally {
      await handle.close()
    }
  }
}

async function* readUpTo(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(left, 256 * 1024)))
    if (bytesRead === 0)
      throw new StartError('A file changed while it was being backed up. Run the backup again.')
    yield buffer.subarray(0, bytesRead)
    left -= bytesRead
  }
}

export function ignoreMissing(error: unknown): undefined {
  if (!failedWith(error, 'ENOENT')) throw error
}
