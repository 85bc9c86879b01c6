import { type ZipInputFile, Zip } from 'fflate'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type PushStreamOptions, pushStream } from './push-stream.ts'

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface ZipWriter {
  /** Adds a file. Its content is read as fast as the reader takes it. Add only one file at a time. */
  add(name: string, content: Content, options?: { isCompressed?: boolean }): Promise<void>
}

interface ZipStreamOptions extends PushStreamOptions {
  /** The date of the files. */
  date: Date
}

/** Larger archives need the Zip64 format, which not every program opens. */
const maximumSize = 0xffff_ffff
const maximumFiles = 0xffff

/** Creates an archive while it is read. Node compresses outside the main thread; fflate writes headers. */
export function streamZip(
  fill: (zip: ZipWriter) => Promise<void>,
  { date, ...limits }: ZipStreamOptions,
): ReadableStream<Uint8Array> {
  return pushStream(async (write) => {
    const chunks: Uint8Array[] = []
    let size = 0
    let files = 0
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      chunks.push(chunk)
    })
    const send = async () => {
      for (const chunk of chunks.splice(0)) {
        if (chunk.length === 0) continue
        size += chunk.length
        assertFits(size, maximumSize)
        await write(chunk)
      }
    }
    await fill({
      async add(name, content, { isCompressed = false } = {}) {
        assertFits((files += 1), maximumFiles)
        const file = { filename: name, size: 0, crc: 0, compression: isCompressed ? 0 : 8, mtime: date }
        const counted = withSizeAndCrc(file, content)
        await fillFile(zip, file, isCompressed ? counted : deflated(counted), send)
      },
    })
    zip.end()
    await send()
  }, limits)
}

async function fillFile(
  zip: Zip,
  file: ZipInputFile,
  content: AsyncIterable<Uint8Array>,
  send: () => Promise<void>,
): Promise<void> {
  zip.add(file)
  for await (const chunk of content) {
    file.ondata?.(null, chunk, false)
    await send()
  }
  file.ondata?.(null, new Uint8Array(), true)
  await send()
}

async function* withSizeAndCrc(file: ZipInputFile, content: Content): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    file.size += chunk.length
    file.crc = crc32(chunk, file.crc)
    assertFits(file.size, maximumSize)
    yield chunk
  }
}

async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ chunkSize: 64 * 1024 })
  const feeding = pipeline(content, deflate)
  // A failure here also fails the loop below.
  feeding.catch(() => undefined)
  for await (const chunk of deflate) yield chunk as Uint8Array
  await feeding
}

function assertFits(size: number, maximum: number): void {
  if (size > maximum) throw new Error('an archive became larger than archives can be')
}
