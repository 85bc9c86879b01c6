import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ignoreMissing } from './data-files.ts'

const listsFolder = 'lists'
const dayMs = 24 * 3600 * 1000

/** Lists beside the copies say which archive needs which, so that no archive has to be opened. */
const listOf = (folder: string, archive: string) => join(folder, listsFolder, basename(archive))

/** Makes the folder of copies. No archive that is already there can need anything of it. */
export async function makeCopiesFolder(folder: string): Promise<void> {
  if (await stat(join(folder, listsFolder)).catch(ignoreMissing)) return
  await mkdir(join(folder, listsFolder), { recursive: true, mode: 0o700 })
  for (const archive of await archivesBeside(folder)) await writeList(folder, archive, [])
}

/** Says what a new archive needs, and removes what none needs any more. */
export async function listCopies(folder: string, archive: string, names: readonly string[]): Promise<void> {
  if (!(await stat(join(folder, listsFolder)).catch(ignoreMissing))) return
  await writeList(folder, archive, names)
  await forgetCopies(folder)
}

async function writeList(folder: string, archive: string, names: readonly string[]): Promise<void> {
  const text = names.map((name) => `${name}\n`).join('')
  await writeFile(listOf(folder, archive), text, { mode: 0o600, flush: true })
}

/** Removes copies that no archive needs. As long as an archive is there without its list, everything stays. */
async function forgetCopies(folder: string): Promise<void> {
  const beside = new Set(await readdir(dirname(folder)))
  const lists = await readdir(join(folder, listsFolder)).catch(ignoreMissing)
  if (!lists || (await archivesBeside(folder)).some((archive) => !lists.includes(archive))) return
  const needed = new Set<string>()
  for (const archive of lists) {
    const list = listOf(folder, archive)
    if (!beside.has(archive)) await rm(list, { force: true })
    else for (const name of (await readFile(list, 'utf8')).split('\n')) needed.add(name)
  }
  for await (const name of findCopies(folder)) {
    if (needed.has(name)) continue
    const path = join(folder, name)
    // Another backup may be under way, and has no list yet.
    const found = await stat(path).catch(ignoreMissing)
    if (found && found.ctime.getTime() < Date.now() - dayMs) await rm(path, { force: true })
  }
}

async function archivesBeside(folder: string): Promise<string[]> {
  return (await readdir(dirname(folder))).filter((name) => name.endsWith('.backup'))
}

async function* findCopies(folder: string): AsyncGenerator<string> {
  for (const business of await readdir(folder)) {
    if (business === listsFolder) continue
    for (const part of await readdir(join(folder, business))) {
      for (const name of await readdir(join(folder, business, part))) yield `${business}/${part}/${name}`
    }
  }
}
