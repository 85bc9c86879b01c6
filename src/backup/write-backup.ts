import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flushFolder } from '../platform/files/flush-folder.ts'
import { encryptWithAge } from './age.ts'
import { digestOf, fillInDigest } from './checksums.ts'
import { listCopies } from './copy-lists.ts'
import { type CopyTarget, copiesFolder, readCopyKey } from './file-copies.ts'
import { packTar } from './pack-tar.ts'
import { type SnapshotSource, type SnapshotTotals, readSnapshot } from './read-snapshot.ts'

export interface WrittenBackup extends SnapshotTotals {
  file: string
  bytes: number
  checksum: string
}

/** Writes everything but the files of receipts into one file, which gets its name when it is whole and on the disk. Encrypts with a passphrase. */
export async function writeBackup(
  source: SnapshotSource,
  { file, passphrase }: { file: string; passphrase?: string | undefined },
): Promise<WrittenBackup> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  const totals: SnapshotTotals = { tables: 0, rows: 0, files: 0, copies: [], lost: [] }
  const target = await chooseTarget(source, { file, passphrase })
  const archive = fillInDigest(packTar(readSnapshot(source, totals, target), source.now))
  try {
    await pipeline(
      passphrase === undefined ? archive : encryptWithAge(archive, passphrase),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(draft, file)
    await flushFolder(dirname(file))
    if (target) await listCopies(target.folder, file, totals.copies)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const checksum = await digestOf(createReadStream(file))
  return { ...totals, file, bytes: (await stat(file)).size, checksum }
}

/** Where the files of receipts go, unless they are in a store of their own. */
async function chooseTarget(
  { url, hasFileStore = false }: SnapshotSource,
  { file, passphrase }: { file: string; passphrase: string | undefined },
): Promise<CopyTarget | undefined> {
  if (hasFileStore) return undefined
  const key = passphrase === undefined ? undefined : await readCopyKey(url)
  return { folder: join(dirname(file), copiesFolder), key }
}
