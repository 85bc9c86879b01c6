import { createTarDecoder } from 'modern-tar'
import { type Hash, createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { checksumLine, checksumsName } from './checksums.ts'
import { damaged, orDamaged } from './damaged.ts'

export interface BackupEntry {
  name: string
  mode: number
  content: AsyncIterable<Buffer>
}

/** The entries, with the rows in them unpacked. After the last one, all have been compared with the checksums. */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEntry> {
  const entries = ReadableStream.from(archive).pipeThrough(createTarDecoder({ strict: true }))
  let checksums = ''
  let isOver = false
  for await (const { header, body } of orDamaged(entries)) {
    const { name, mode = 0, type } = header
    if (isOver || type !== 'file') throw damaged('it has a part that does not belong there')
    const hash = createHash('sha256')
    const content = hashing(orDamaged(body), hash)
    if (name === checksumsName) {
      isOver = (await text(content)).replaceAll(/^#.*\n/gm, '') === checksums
      if (!isOver) throw damaged('its parts are not those of its checksums')
      continue
    }
    const [, zipped] = /^(tables\/.*)\.gz$/.exec(name) ?? []
    if (!zipped) yield { name, mode, content }
    else yield { name: zipped, mode, content: unzip(content) }
    // What was not read counts too.
    for await (const _ of content);
    checksums += checksumLine(hash.digest('hex'), name)
  }
  if (!isOver) throw damaged('its end is missing')
}

export const unzip = (zipped: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  orDamaged(pipeline(zipped, createGunzip(), () => undefined))

async function* hashing(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    hash.update(piece)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
  }
}
