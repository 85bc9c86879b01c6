import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StartError } from '../config.ts'
import { decryptWithAge, unlockAge } from './age.ts'
import { digestOf, endLength, endOf } from './checksums.ts'
import { notWhole } from './damaged.ts'
import { type ReadRange, readFormerBackup } from './former-format/read-former-backup.ts'
import { manifestName } from './manifest.ts'
import { type BackupEntry, readTar } from './read-tar.ts'

/** Longer than what age writes before the encrypted bytes. */
const startLength = 512

/** Each call reads the file from its beginning. */
export type OpenBackup = () => AsyncGenerator<BackupEntry>

/** Opens a file whose every byte is as it was written. */
export async function openBackup(file: string, readPassphrase: () => Promise<string>): Promise<OpenBackup> {
  const { size } = await stat(file).catch((error: Error) => {
    throw new StartError(`The backup cannot be read: ${error.message}.`)
  })
  const read: ReadRange = (from, to) =>
    from < to ? createReadStream(file, { start: from, end: to - 1 }) : Readable.from([])
  const start = await buffer(read(0, Math.min(size, startLength)))
  if (start.indexOf('age-encryption.org/v1\n') === 0) {
    const decrypter = await unlockAge(start, await readPassphrase())
    return () => readTar(decryptWithAge(read(0, size), decrypter))
  }
  if (start.indexOf(`${manifestName}\0`) === 0) {
    const end = Math.max(0, size - endLength)
    if (!endOf(await digestOf(read(0, end))).equals(await buffer(read(end, size)))) throw notWhole()
    return () => readTar(read(0, size))
  }
  const former = await readFormerBackup(read, size, start, readPassphrase)
  if (!former) throw new StartError(`${file} is not a backup that this version can read.`)
  return former
}
