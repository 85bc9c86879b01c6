import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartError } from '../config.ts'
import { firstLineLimit, readFirstLine } from './first-line.ts'
import { type Frame, damaged, digestLength, readFrames } from './format.ts'
import { type Seal, makeKey, openChunks } from './seal-chunks.ts'

export interface OpenBackup {
  /** From the beginning, each time. */
  frames(): AsyncGenerator<Frame>
  close(): Promise<void>
}

/** Opens a file whose every byte is as it was written. */
export async function openBackup(file: string, readPassphrase: () => Promise<string>): Promise<OpenBackup> {
  const handle = await open(file).catch((error: Error) => {
    throw new StartError(`The backup cannot be read: ${error.message}.`)
  })
  try {
    const { size } = await handle.stat()
    const start = Buffer.alloc(firstLineLimit)
    await handle.read(start, 0, firstLineLimit, 0)
    const firstLine = readFirstLine(start)
    if (!firstLine) throw new StartError(`${file} is not a backup that this version can read.`)
    const { length, salt } = firstLine
    const end = size - digestLength
    await assertWhole(handle, end)
    const seal = salt && {
      key: await makeKey(await readPassphrase(), salt),
      firstLine: start.subarray(0, length),
    }
    return {
      frames: () => readFrames(unpack(readRange(handle, length, end), seal)),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function assertWhole(handle: FileHandle, end: number): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of readRange(handle, 0, end)) hash.update(piece)
  const written = Buffer.alloc(digestLength)
  if (end > 0) await handle.read(written, 0, digestLength, end)
  if (!hash.digest().equals(written)) throw damaged('its checksum does not fit, so it was cut off or changed')
}

async function* readRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  const length = 256 * 1024
  for (let at = start; at < end;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, Math.min(length, end - at), at)
    if (bytesRead === 0) throw damaged('it has become shorter')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

async function* unpack(packed: AsyncIterable<Buffer>, seal: Seal | undefined): AsyncGenerator<Buffer> {
  const unzipped = createGunzip()
  let reason: unknown
  // The reason of the first that fails is the one that is thrown below.
  pipeline(seal ? openChunks(packed, seal) : packed, unzipped, (error) => (reason ??= error))
  try {
    for await (const piece of unzipped) yield piece as Buffer
  } catch (error) {
    const first = reason ?? error
    throw first instanceof StartError ? first : damaged('it cannot be unpacked')
  }
}
