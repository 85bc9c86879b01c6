import { type ZipInputFile, Zip } from 'fflate'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type PushStreamOptions, pushStream } from './push-stream.ts'

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface ZipWriter {
  /** Adds a file. Its content is read as fast as the reader takes it. Add only one file at a time. */
  add(name: string, content: Content, options?: { isCompressed?: boolean }): Promise<void>
}

export interface ZipEntry {
  name: string
  content: Content
  isCompressed?: boolean
}

interface ZipStreamOptions extends PushStreamOptions {
  /** The date of the files. */
  date: Date
}

/** Larger archives need the Zip64 format, which not every program opens. */
const maximumSize = 0xffff_ffff
const maximumFiles = 0xffff

/** Creates an archive while it is read. */
export function streamZip(
  fill: (zip: ZipWriter) => Promise<void>,
  { date, ...limits }: ZipStreamOptions,
): ReadableStream<Uint8Array> {
  return pushStream((write) => writeZip(write, fill, date), limits)
}

/** Writes an archive piece by piece. */
export async function writeZip(
  write: (chunk: Uint8Array) => Promise<void>,
  fill: (zip: ZipWriter) => Promise<void>,
  date: Date,
): Promise<void> {
  const zip = createZip(date)
  const send = async (chunks: Content) => {
    for await (const chunk of chunks) await write(chunk)
  }
  await fill({ add: (name, content, options) => send(zip.entry({ name, content, ...options })) })
  await send(zip.end())
}

/** The bytes of an archive of these files, such as a file that is part of a larger archive. */
export async function* zipBytes(entries: Iterable<ZipEntry>, date: Date): AsyncGenerator<Uint8Array> {
  const zip = createZip(date)
  for (const entry of entries) yield* zip.entry(entry)
  yield* zip.end()
}

/** Node compresses outside the main thread; fflate writes headers. */
function createZip(date: Date) {
  const chunks: Uint8Array[] = []
  let size = 0
  let files = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  function* written(): Generator<Uint8Array> {
    for (const chunk of chunks.splice(0)) {
      if (chunk.length === 0) continue
      size += chunk.length
      assertFits(size, maximumSize)
      yield chunk
    }
  }
  return {
    async *entry({ name, content, isCompressed = false }: ZipEntry): AsyncGenerator<Uint8Array> {
      assertFits((files += 1), maximumFiles)
      const file: ZipInputFile = {
        filename: name,
        size: 0,
        crc: 0,
        compression: isCompressed ? 0 : 8,
        mtime: date,
      }
      zip.add(file)
      const counted = withSizeAndCrc(file, content)
      for await (const chunk of isCompressed ? counted : deflated(counted)) {
        file.ondata?.(null, chunk, false)
        yield* written()
      }
      file.ondata?.(null, new Uint8Array(), true)
      yield* written()
    },
    *end(): Generator<Uint8Array> {
      zip.end()
      yield* written()
    },
  }
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
