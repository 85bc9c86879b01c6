import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { StartError } from '../config.ts'

const chunkLength = 64 * 1024
const tagLength = 16
const saltLength = 16
/** Takes 128 MB and some tenths of a second: the same for each guessed passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1 }
const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt)

export interface Seal {
  key: Buffer
  /** The file's first line, which says how the key is made: another one there opens nothing. */
  firstLine: Buffer
}

export const makeSalt = () => randomBytes(saltLength)

/** Each file has a salt and so a key of its own, under which no number of a chunk comes twice. */
export function makeKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return deriveKey(passphrase.normalize('NFC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r })
}

/** A chunk's index, and whether it is the last one, are part of what is sealed: none can be moved, left out or cut off. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Pieces of just this length, and a last one that may be shorter or empty. */
async function* inPieces(source: AsyncIterable<Buffer>, length: number) {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    held.push(piece)
    size += piece.length
    if (size <= length) continue
    const bytes = Buffer.concat(held)
    let start = 0
    for (; size - start > length; start += length) {
      yield { bytes: bytes.subarray(start, start + length), isLast: false }
    }
    held = [bytes.subarray(start)]
    size -= start
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

export async function* sealChunks(source: AsyncIterable<Buffer>, { key, firstLine }: Seal) {
  let index = 0
  for await (const { bytes, isLast } of inPieces(source, chunkLength)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++, isLast)).setAAD(firstLine)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

export async function* openChunks(source: AsyncIterable<Buffer>, { key, firstLine }: Seal) {
  let index = 0
  for await (const { bytes, isLast } of inPieces(source, chunkLength + tagLength)) {
    yield openChunk(bytes, nonceOf(index++, isLast), { key, firstLine })
  }
}

function openChunk(bytes: Buffer, nonce: Buffer, { key, firstLine }: Seal): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(firstLine).setAuthTag(bytes.subarray(-tagLength))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()])
  } catch {
    throw new StartError('The passphrase is not the one of this backup, or the file was changed since.')
  }
}
