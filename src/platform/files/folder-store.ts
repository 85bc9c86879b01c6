import { open, mkdir, readFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { failedWith } from './failed-with.ts'
import { type FileKey, type FileStore, keyOf, pathOf } from './file-store.ts'
import { flushFolder } from './flush-folder.ts'

/** The folder inside the data folder. */
export const filesFolder = 'files'
const draftEnding = '.part'

/** Files in a folder of the data folder, each under its business and id. */
export function createFolderStore(root: string): FileStore {
  const pathIn = (key: FileKey) => join(root, pathOf(key))
  return {
    async put(key, bytes) {
      const path = pathIn(key)
      const folder = dirname(path)
      const draft = `${path}${draftEnding}`
      const made = await writeDraft(draft, bytes)
      await rename(draft, path)
      // A new folder needs a name in the folder above it that survives, too.
      for (let parent = folder; ; parent = dirname(parent)) {
        await flushFolder(parent)
        if (made === undefined || parent === dirname(made)) break
      }
    },
    read: (key) => readFile(pathIn(key)),
    async remove(key) {
      const path = pathIn(key)
      await rm(path, { force: true })
      await rm(`${path}${draftEnding}`, { force: true })
      for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
        if (!(await removeEmpty(folder))) break
      }
    },
    async *list() {
      for await (const path of listFiles(root)) {
        // A process that was killed may leave a draft. Its id has no row then.
        const key = keyOf(
          relative(root, path)
            .replaceAll('\\', '/')
            .replace(/\.part$/, ''),
        )
        const found = key && (await stat(path).catch(ignoreGone))
        if (found) yield { ...key, writtenAt: found.mtime }
      }
    },
  }
}

/** Returns the topmost folder that had to be made. */
async function writeDraft(draft: string, bytes: Uint8Array): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const made = await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
    try {
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      return made
    } catch (error) {
      // The folder was empty, and was removed after the last file in it at this very moment.
      if (!failedWith(error, 'ENOENT') || tries === 5) throw error
    }
  }
}

async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    if (failedWith(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM')) return false
    throw error
  }
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreGone)) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else if (entry.isFile()) yield path
  }
}

function ignoreGone(error: unknown): undefined {
  if (!failedWith(error, 'ENOENT')) throw error
}
