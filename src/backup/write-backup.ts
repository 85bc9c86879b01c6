import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { firstLineOf } from './first-line.ts'
import { type SnapshotSource, type SnapshotTotals, readSnapshot } from './read-snapshot.ts'
import { type Seal, makeKey, makeSalt, sealChunks } from './seal-chunks.ts'

export interface WrittenBackup extends SnapshotTotals {
  file: string
  bytes: number
  checksum: string
}

interface BackupTarget {
  file: string
  /** Left out: not encrypted. */
  passphrase?: string | undefined
}

/** Writes everything into one file, which gets its name when it is whole and on the disk. */
export async function writeBackup(source: SnapshotSource, target: BackupTarget): Promise<WrittenBackup> {
  const { file, passphrase } = target
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  const totals: SnapshotTotals = { tables: 0, rows: 0, files: 0 }
  const hash = createHash('sha256')
  let checksum = ''
  const salt = passphrase === undefined ? undefined : makeSalt()
  const firstLine = firstLineOf(salt)
  const seal =
    salt && passphrase !== undefined ? { key: await makeKey(passphrase, salt), firstLine } : undefined
  try {
    await pipeline(
      readSnapshot(source, totals),
      createGzip(),
      (bytes: AsyncIterable<Buffer>) => finish(bytes, seal),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(draft, file)
    await flushFolder(dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { ...totals, file, bytes: (await stat(file)).size, checksum }

  async function* finish(compressed: AsyncIterable<Buffer>, by: Seal | undefined) {
    hash.update(firstLine)
    yield firstLine
    for await (const piece of by ? sealChunks(compressed, by) : compressed) {
      hash.update(piece)
      yield piece
    }
    const digest = hash.digest()
    checksum = digest.toString('hex')
    yield digest
  }
}

/** A name is kept by its folder, which a power cut may leave as it was before. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
