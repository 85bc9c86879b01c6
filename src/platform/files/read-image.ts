import type sharp from 'sharp'
import { AppError } from '../../shared/errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { imageKinds, loadSharp } from './load-sharp.ts'

export interface ReadImage {
  bytes: Buffer
  contentType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const maxPixels = 40_000_000
const maxDecodedBytes = 4 * maxPixels
const maxSide = 600
const timeoutSeconds = 5

async function decode(load: typeof sharp, bytes: Buffer, format: string) {
  // Without `pages`, only the first frame of an animation is read.
  const image = load(bytes, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true })
  const { format: found, width, height, channels, depth } = await image.metadata()
  if (found !== format) throw new Error(`looks like ${format} and is ${found}`)
  // Some formats are decoded as a whole: two bytes per sample need twice the memory.
  if (width * height * channels * (depth === 'uchar' ? 1 : 2) > maxDecodedBytes) throw new Error('too large')
  return image
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Encodes the pixels as a new file. Everything else in the uploaded file is dropped. */
async function encode(load: typeof sharp, decoded: Awaited<ReturnType<typeof decode>>): Promise<ReadImage> {
  const { width, height, channels } = decoded.info
  const image = load(decoded.data, { raw: { width, height, channels } })
  const { isOpaque } = await image.stats()
  const bytes = isOpaque
    ? await image.removeAlpha().jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()
    : await image.png({ compressionLevel: 9 }).toBuffer()
  return { bytes, contentType: isOpaque ? 'image/jpeg' : 'image/png', width, height }
}

const refusal = (cause?: unknown) =>
  new AppError('INVALID_FILE_TYPE', 'Please upload an image file', { cause })

// An image can take a whole core and some hundred megabytes for a moment, so uploads are limited.
const runLimited = limitConcurrency(2)

/** Reads an image by its content, never its name. Returns a JPEG, or PNG if transparent, up to 600×600. */
export async function readImage(bytes: Buffer): Promise<ReadImage> {
  const start = bytes.toString('hex', 0, 12)
  const kind = imageKinds.find(({ signature }) => signature.test(start))
  if (!kind) throw refusal()
  const load = await loadSharp()
  return runLimited(async () => {
    const decoded = await decode(load, bytes, kind.format).catch((cause: unknown) => {
      throw refusal(cause)
    })
    return encode(load, decoded)
  })
}
