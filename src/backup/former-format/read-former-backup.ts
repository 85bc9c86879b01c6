import { createDecipheriv, scrypt } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { digestOf } from '../checksums.ts'
import { damaged, notItsPassphrase, notWhole } from '../damaged.ts'
import { filesFolder, formatVersion, manifestName, partName } from '../manifest.ts'
import { type BackupEntry, unzip } from '../read-tar.ts'

const firstLine = /^millrace-backup 1 (?:plain|encrypted ([\w-]{22}))\n/
const chunkLength = 64 * 1024 + 16
const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt)
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

/** The bytes of the file from the one place up to the other. */
export type ReadRange = (from: number, to: number) => AsyncIterable<Buffer>

/** H the header, F a file or T a table and then D… E what is in it, S the sequences, Z the end. */
type Frame = { kind: string; content: Buffer }

/**
 * A backup of version 0.1.0: a line that says what the file is, then frames, then a SHA-256. Its content
 * comes out as today's entries; undefined for another file.
 */
export async function readFormerBackup(
  read: ReadRange,
  size: number,
  start: Buffer,
  readPassphrase: () => Promise<string>,
): Promise<(() => AsyncGenerator<BackupEntry>) | undefined> {
  const [line, salt] = firstLine.exec(start.toString('latin1')) ?? []
  if (line === undefined) return undefined
  const end = Math.max(0, size - 32)
  if ((await digestOf(read(0, end))) !== (await buffer(read(end, size))).toString('hex')) throw notWhole()
  const saltBytes = Buffer.from(salt ?? '', 'base64url')
  const key = salt && (await deriveKey((await readPassphrase()).normalize('NFC'), saltBytes, 32, cost))
  const frames = () => {
    const body = read(line.length, end)
    return readFrames(unzip(key ? openChunks(body, key, Buffer.from(line)) : body))
  }
  const single = new Map<string, Buffer>()
  for await (const { kind, content } of frames()) if ('HSZ'.includes(kind)) single.set(kind, content)
  if (single.size < 3) throw damaged('its end is missing')
  const manifest = { ...parse(single.get('H')), format: formatVersion, sequences: parse(single.get('S')) }
  return () => readEntries(frames(), Buffer.from(JSON.stringify(manifest)))
}

async function* readEntries(frames: AsyncGenerator<Frame>, manifest: Buffer): AsyncGenerator<BackupEntry> {
  yield { name: manifestName, mode: 0o600, content: Readable.from([manifest]) }
  for await (const { kind, content: head } of frames) {
    const content = contentOf(frames)
    if (kind === 'F') yield { name: filesFolder + parse(head).path, mode: parse(head).mode, content }
    if (kind === 'T') yield { name: partName(parse(head), 1), mode: 0o600, content }
  }
}

const parse = (content: Buffer | undefined) => JSON.parse(String(content))

async function* contentOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: frame } = await frames.next()
    if (frame?.kind === 'E') return
    if (frame?.kind !== 'D') throw damaged('it is cut off in the middle')
    yield frame.content
  }
}

/** A frame is a letter, four bytes that say how long its content is, and the content. */
async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let length = 0
  let wanted = 5
  for await (const piece of source) {
    held.push(piece)
    length += piece.length
    while (length >= wanted) {
      const bytes = Buffer.concat(held)
      held = [bytes]
      wanted = 5 + bytes.readUInt32BE(1)
      if (length < wanted) break
      yield { kind: bytes.toString('latin1', 0, 1), content: bytes.subarray(5, wanted) }
      held = [bytes.subarray(wanted)]
      length -= wanted
      wanted = 5
    }
  }
}

/** The number of a chunk, and whether it is the last one, are part of what is encrypted. */
async function* openChunks(source: AsyncIterable<Buffer>, key: Buffer, line: Buffer): AsyncGenerator<Buffer> {
  const nonce = Buffer.alloc(12)
  let number = 0n
  let held = Buffer.alloc(0)
  const open = (chunk: Buffer, isLast: boolean) => {
    nonce.writeBigUInt64BE(number++, 3)
    nonce.writeUInt8(isLast ? 1 : 0, 11)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
      decipher.setAAD(line).setAuthTag(chunk.subarray(-16))
      return Buffer.concat([decipher.update(chunk.subarray(0, -16)), decipher.final()])
    } catch {
      throw notItsPassphrase()
    }
  }
  for await (const piece of source) {
    held = Buffer.concat([held, piece])
    for (; held.length > chunkLength; held = held.subarray(chunkLength))
      yield open(held.subarray(0, chunkLength), false)
  }
  yield open(held, true)
}
