import { text } from 'node:stream/consumers'
import { keyOf } from '../platform/files/file-store.ts'
import { filesFolder } from '../platform/files/folder-store.ts'
import { damaged } from './damaged.ts'
import { readCopy } from './file-copies.ts'
import type { BackedUpFile, BackupManifest } from './manifest.ts'

/** The files of receipts that a backup lists, each as it was when the backup was made. */
export async function* readCopies(
  folder: string,
  { copyKey: key }: BackupManifest,
  list: AsyncIterable<Buffer>,
): AsyncGenerator<{ file: BackedUpFile; sha256: string; bytes: Buffer }> {
  for (const line of (await text(list)).split('\n').slice(0, -1)) {
    const [, sha256 = '', path = ''] = /^([0-9a-f]{64}) {2}(.*)$/.exec(line) ?? []
    if (!keyOf(path)) throw damaged('a part of it cannot be understood')
    const bytes = await readCopy({ folder, key }, { path, sha256 })
    yield { file: { path: `${filesFolder}/${path}`, mode: 0o600 }, sha256, bytes }
  }
}
