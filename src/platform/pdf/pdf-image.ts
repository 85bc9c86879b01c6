import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { putInCache } from '../put-in-cache.ts'

export interface PdfImage {
  bytes: Uint8Array
  width: number
  height: number
}

const cacheSize = 50
const cache = new Map<string, PdfImage>()

/** Null if it cannot be read. Without transparency, which pdfkit would process pixel by pixel. */
export async function preparePdfImage(
  bytes: Buffer,
  box: { width: number; height: number },
): Promise<PdfImage | null> {
  const key = `${createHash('sha256').update(bytes).digest('base64')} ${box.width} ${box.height}`
  const cached = cache.get(key)
  if (cached) return cached
  try {
    return putInCache(cache, key, await prepare(bytes, box), cacheSize)
  } catch {
    return null
  }
}

async function prepare(bytes: Buffer, box: { width: number; height: number }): Promise<PdfImage> {
  // Three pixels per point are 216 dpi.
  const target = {
    width: box.width * 3,
    height: box.height * 3,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  const image = sharp(bytes)
    .autoOrient()
    .resize(target)
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
  const { format } = await sharp(bytes).metadata()
  const encoded = format === 'jpeg' ? image.jpeg({ quality: 88 }) : image.png({ compressionLevel: 9 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  const scale = Math.min(1, box.width / info.width, box.height / info.height)
  return { bytes: data, width: info.width * scale, height: info.height * scale }
}
