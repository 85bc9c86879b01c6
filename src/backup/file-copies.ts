import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { createHash } from 'node:crypto'
import { link, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { connectOwner } from '../platform/db/connect-owner.ts'
import { failedWith } from '../platform/files/failed-with.ts'
import { pathOf } from '../platform/files/file-store.ts'
import { flushFolder } from '../platform/files/flush-folder.ts'
import { filesFolder } from '../platform/files/folder-store.ts'
import { removalLock } from '../platform/files/stored-files.ts'
import { makeCopiesFolder } from './copy-lists.ts'
import { damaged } from './damaged.ts'
import { ignoreMissing } from './data-files.ts'

/** Beside the archives: the files of receipts, which never change, once for all of them. */
export const copiesFolder = 'millrace-files'

export interface CopyTarget {
  folder: string
  /** An age identity. Undefined where the backup is not encrypted. */
  key: string | undefined
}

interface StoredFile {
  path: string
  sha256: string
}

/**
 * The key that copies are encrypted with. The passphrase would take a second for each of them. The key lies in the database,
 * so every archive has it, encrypted with the passphrase.
 */
export async function readCopyKey(url: string): Promise<string | undefined> {
  const client = await connectOwner(url, 'millrace_backup')
  try {
    if (!(await hasStoredFiles(client))) return undefined
    await client.query(
      `insert into platform.installation (name, value) values ('backup-files-key', $1) on conflict do nothing`,
      [await generateX25519Identity()],
    )
    const { rows } = await client.query<{ value: string }>(
      `select value from platform.installation where name = 'backup-files-key'`,
    )
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

/** No file is removed while this connection is open, so that all rows of the moment have theirs. */
export async function keepFilesMeanwhile(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock(${removalLock})`)
}

async function hasStoredFiles(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.stored_files') is not null as "isThere"`,
  )
  return rows[0]?.isThere === true
}

const pageSize = 1000
const start = '00000000-0000-0000-0000-000000000000'

/** Copies what is not there yet. Yields the files that have a copy; `onLost` hears of those that are not to be found. */
export async function* copyFiles(
  client: pg.Client,
  dataDir: string,
  target: CopyTarget,
  onLost: (path: string) => void,
): AsyncGenerator<StoredFile> {
  if (!(await hasStoredFiles(client))) return
  type Row = { businessId: string; id: string; sha256: string }
  const touched = new Set<string>()
  for (let after: Row | undefined = { businessId: start, id: start, sha256: '' }; after;) {
    const page: Row[] = (
      await client.query<Row>(
        `select business_id as "businessId", id, sha256 from public.stored_files
         where (business_id, id) > ($1, $2) order by business_id, id limit ${pageSize}`,
        [after.businessId, after.id],
      )
    ).rows
    if (page.length > 0) await makeCopiesFolder(target.folder)
    for (const row of page) {
      const file = { path: pathOf(row), sha256: row.sha256 }
      if (await keepCopy(join(dataDir, filesFolder, file.path), file, target, touched)) yield file
      else onLost(file.path)
    }
    after = page[pageSize - 1]
  }
  for (const folder of touched) await flushFolder(folder)
}

/** The name of a copy in its folder. An encrypted one is never taken for a plain one. */
export const copyName = (path: string, key: string | undefined) => (key === undefined ? path : `${path}.age`)

/** False if the file is not there, or is not what it was. */
async function keepCopy(
  source: string,
  { path, sha256 }: StoredFile,
  { folder, key }: CopyTarget,
  touched: Set<string>,
): Promise<boolean> {
  const copy = join(folder, copyName(path, key))
  if (await stat(copy).catch(ignoreMissing)) return true
  const bytes = await readFile(source).catch(ignoreMissing)
  if (!bytes || digest(bytes) !== sha256) return false
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  for (const parent of [dirname(copy), dirname(dirname(copy)), folder]) touched.add(parent)
  if (key === undefined) {
    if (!(await isLinked(source, copy))) await writeCopy(copy, bytes)
    return true
  }
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  await writeCopy(copy, await encrypter.encrypt(new Uint8Array(bytes)))
  return true
}

/** On the same disk a copy takes no room: a second name is enough, because a file never changes. */
async function isLinked(source: string, copy: string): Promise<boolean> {
  try {
    await link(source, copy)
    return true
  } catch (error) {
    if (failedWith(error, 'EEXIST')) return true
    if (failedWith(error, 'EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'ENOSYS')) return false
    throw error
  }
}

async function writeCopy(copy: string, bytes: Uint8Array): Promise<void> {
  const draft = `${copy}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, copy)
}

/** Reads a copy, which has to be what the archive says. */
export async function readCopy({ folder, key }: CopyTarget, { path, sha256 }: StoredFile): Promise<Buffer> {
  const name = copyName(path, key)
  const bytes = await readFile(join(folder, name)).catch(ignoreMissing)
  if (!bytes) {
    throw new StartError(
      `The backup needs the file ${name}, which is not in ${folder}. Put the folder ${copiesFolder} that was beside the backup there.`,
    )
  }
  const plain = key === undefined ? bytes : await decrypted(bytes, key)
  if (!plain || digest(plain) !== sha256)
    throw damaged(`the file ${name} in ${folder} was cut off or changed`)
  return plain
}

async function decrypted(bytes: Buffer, key: string): Promise<Buffer | undefined> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  return decrypter.decrypt(new Uint8Array(bytes)).then(Buffer.from, () => undefined)
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
