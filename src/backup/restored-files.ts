import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, chown, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../config.ts'
import { failedWith } from '../platform/files/failed-with.ts'
import { flushFolder } from '../platform/files/flush-folder.ts'
import type { CheckedBackup } from './check-backup.ts'
import { digestOf } from './checksums.ts'
import { ignoreMissing } from './data-files.ts'
import type { BackedUpFile } from './manifest.ts'

/** What is there already stays, and so has to be the same. */
export async function assertNoOtherFiles(dataDir: string, files: CheckedBackup['files']): Promise<void> {
  for (const { path, checksum } of files) {
    const present = await digestOf(createReadStream(join(dataDir, path))).catch(ignoreMissing)
    if (present === undefined || present === checksum) continue
    throw new StartError(
      `${join(dataDir, path)} already exists and differs from the one in the backup. Restore into an empty data folder.`,
    )
  }
}

/** Files wait beside their places until the rows are in. */
export async function prepareFiles(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(dataDir)
  const waiting = await mkdtemp(join(dataDir, '.restoring-'))
  const files: string[] = []
  const placed: string[] = []
  // The owner of the folder runs the product and must be able to use the files that root puts there.
  const handOver = async (path: string) => {
    if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid)
  }
  const makeFolder = async (path: string): Promise<void> => {
    if (path === dataDir || (await stat(path).catch(() => undefined))) return
    await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 })
    await handOver(path)
  }
  return {
    async add({ path, mode }: BackedUpFile, content: AsyncIterable<Buffer>): Promise<void> {
      const draft = join(waiting, path)
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
      await chmod(draft, mode)
      await handOver(draft)
      files.push(path)
    },
    /** Each appears whole; what came to be there meanwhile is not replaced. */
    async moveToTarget(): Promise<void> {
      for (const path of files) {
        const target = join(dataDir, path)
        await makeFolder(dirname(target))
        try {
          await link(join(waiting, path), target)
          placed.push(target)
        } catch (error) {
          if (!failedWith(error, 'EEXIST')) throw error
        }
        await flushFolder(dirname(target))
      }
    },
    async revert(): Promise<void> {
      for (const target of placed) await rm(target, { force: true })
    },
    close: () => rm(waiting, { recursive: true, force: true }),
  }
}

export type PreparedFiles = Awaited<ReturnType<typeof prepareFiles>>
