import { createTarPacker } from 'modern-tar'
import { createHash } from 'node:crypto'
import { checksumLine, checksumsName, checksumsWith } from './checksums.ts'

export interface TarEntry {
  name: string
  size: number
  mode: number
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export function entryOf(name: string, content: Buffer): TarEntry {
  return { name, size: content.length, mode: 0o600, content: [content] }
}

/** An archive of the entries and their checksums. */
export async function* packTar(entries: AsyncIterable<TarEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  let checksums = ''
  const pack = async ({ content, ...header }: TarEntry) => {
    const hash = createHash('sha256')
    const writer = controller.add({ ...header, mtime }).getWriter()
    for await (const piece of content) {
      hash.update(piece)
      await writer.write(piece)
    }
    await writer.close()
    checksums += checksumLine(hash.digest('hex'), header.name)
  }
  const packAll = async () => {
    for await (const entry of entries) await pack(entry)
    await pack(entryOf(checksumsName, checksumsWith(checksums)))
    controller.finalize()
  }
  const packing = packAll().catch((error: unknown) => controller.error(error))
  try {
    yield* readable
  } finally {
    await packing
  }
}
