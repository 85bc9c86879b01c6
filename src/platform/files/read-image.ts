import type sharp from 'sharp'
import { AppError } from '../../shared/errors.ts'
import { atMost } from './at-most.ts'

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

/** How each accepted kind begins, and the only decoder it may reach. */
const kinds = [
  {
    format: 'jpeg',
    decoder: 'VipsForeignLoadJpegBuffer',
    begins: (start: string) => start.startsWith('\xff\xd8\xff'),
  },
  {
    format: 'png',
    decoder: 'VipsForeignLoadPngBuffer',
    begins: (start: string) => start.startsWith('\x89PNG\r\n\x1a\n'),
  },
  {
    format: 'gif',
    decoder: 'VipsForeignLoadNsgifBuffer',
    begins: (start: string) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  },
  {
    format: 'webp',
    decoder: 'VipsForeignLoadWebpBuffer',
    begins: (start: string) => start.startsWith('RIFF') && start.endsWith('WEBP'),
  },
] as const

let loading: Promise<typeof sharp> | undefined

/** Loaded with the first picture, so that a start does not wait for it. */
function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then((module) => {
    const loaded = module.default
    loaded.cache(false)
    loaded.concurrency(1)
    // Whatever a file pretends to be, it meets no decoder of vector graphics, documents or videos.
    loaded.block({ operation: ['VipsForeignLoad'] })
    loaded.unblock({ operation: kinds.map((kind) => kind.decoder) })
    return loaded
  })
  return loading
}

async function decode(load: typeof sharp, bytes: Buffer, format: string) {
  // Without `pages`, the first picture of an animation only.
  const image = load(bytes, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true })
  const { format: found, width, height, channels, depth } = await image.metadata()
  if (found !== format) throw new Error(`looks like ${format} and is ${found}`)
  // Some kinds are decoded as a whole: two bytes a sample would take twice the memory.
  if (width * height * channels * (depth === 'uchar' ? 1 : 2) > maxDecodedBytes) throw new Error('too large')
  return image
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Made anew from its pixels: whatever else the file carried is gone. */
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

// A picture can take a core and some hundred megabytes for a moment: uploads must not take the whole machine.
const inTurn = atMost(2)

/**
 * Reads an uploaded picture by what it holds, never by its name, and makes a clean one of at most 600x600 pixels from
 * it: JPEG, or PNG where it is transparent.
 */
export async function readImage(bytes: Buffer): Promise<ReadImage> {
  const start = bytes.toString('latin1', 0, 12)
  const kind = kinds.find(({ begins }) => begins(start))
  if (!kind) throw refusal()
  const load = await loadSharp()
  return inTurn(async () => {
    const decoded = await decode(load, bytes, kind.format).catch((cause: unknown) => {
      throw refusal(cause)
    })
    return encode(load, decoded)
  })
}
