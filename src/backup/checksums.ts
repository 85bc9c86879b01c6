import { createHash } from 'node:crypto'

export const checksumsName = 'SHA256SUMS'
const blockLength = 512
const hint = '# The next line is the SHA-256 of the archive before it.'

export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** One line as sha256sum writes it, which marks a name with a line break in it. */
export function checksumLine(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`
}

/** How an archive ends: with a comment for sha256sum at the end of a block, and two empty blocks. */
export const endOf = (digest: string) => Buffer.from(`# ${digest}\n${'\0'.repeat(2 * blockLength)}`)
const openDigest = '0'.repeat(64)
export const endLength = endOf(openDigest).length

/** The content of SHA256SUMS, made longer so that it fills its last block. The digest is for `fillInDigest`. */
export function checksumsWith(lines: string): Buffer {
  const length = Buffer.byteLength(lines) + endLength + 1
  const filled = Math.ceil((length + hint.length) / blockLength) * blockLength - length
  return Buffer.from(`${lines}${hint.padEnd(filled)}\n# ${openDigest}\n`)
}

/** Covers every byte of the archive with the digest in its last line, also those between the entries. */
export async function* fillInDigest(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const piece of archive) {
    held = Buffer.concat([held, piece])
    const ready = held.subarray(0, Math.max(0, held.length - endLength))
    held = held.subarray(ready.length)
    hash.update(ready)
    yield ready
  }
  if (!held.equals(endOf(openDigest))) throw new Error('the archive does not end with its checksums')
  yield endOf(hash.digest('hex'))
}
