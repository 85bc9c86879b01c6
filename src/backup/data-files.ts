import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failedWith } from '../platform/db/embedded/error.ts'
import type { BackedUpFile } from './format.ts'

const pieceLength = 64 * 1024

/** The folder inside the data folder for backups without another target. */
export const backupsFolder = 'backups'

/** The database, which is read as rows, what belongs to this machine, what is half written, logs and backups. */
const isLeftOut = (path: string) =>
  /^(postgres(\.new-.*|-socket|-location(\..*)?)?|backups|\.secret-.*|\.restoring-.*)$/.test(path) ||
  /\.(log|part|backup)$/.test(path)

/** A name that leads into the data folder, and not to what is left out. */
export function isFileOfData(path: string): boolean {
  const steps = path.split('/')
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))
  return isPlain && !steps.some((_, n) => isLeftOut(steps.slice(0, n + 1).join('/')))
}

/** The secret, the built-in mailbox and whatever else lies there. */
export async function listDataFiles(dataDir: string): Promise<string[]> {
  const seen = new Set<string>()
  const walk = async (folder: string): Promise<string[]> => {
    const real = await realpath(join(dataDir, folder))
    // A link may lead back up.
    if (seen.has(real)) return []
    seen.add(real)
    const found: string[] = []
    for (const name of (await readdir(real)).toSorted()) {
      const path = folder ? `${folder}/${name}` : name
      if (!isFileOfData(path)) continue
      const entry = await stat(join(dataDir, path)).catch(ignoreMissing)
      if (entry?.isDirectory()) found.push(...(await walk(path)))
      else if (entry?.isFile()) found.push(path)
    }
    return found
  }
  return walk('').catch((error: unknown) => ignoreMissing(error) ?? [])
}

interface OpenFile {
  file: BackedUpFile
  pieces(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Undefined when it has gone since it was listed. */
export async function openDataFile(dataDir: string, path: string): Promise<OpenFile | undefined> {
  const handle = await open(join(dataDir, path)).catch(ignoreMissing)
  if (!handle) return undefined
  const { mode } = await handle.stat()
  return {
    file: { path, mode: mode & 0o777 },
    async *pieces() {
      for (;;) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceLength), 0, pieceLength)
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    },
    close: () => handle.close(),
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!failedWith(error, 'ENOENT')) throw error
}
