import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sharp } from 'sharp'
import { imageKinds, loadSharp } from '../../../platform/files/load-sharp.ts'
import { partsFolder, readZippedPart } from '../../../platform/ocr/models.ts'
import type { Picture } from '../../../platform/ocr/picture.ts'
import { maxPages } from '../rules.ts'
import { Unreadable } from './unreadable.ts'

/** A picture with more pixels is not decoded: it could take all memory. */
const maxPixels = 80_000_000
/** What is kept and read of a page. More shows nothing more of a receipt. */
const [keptPixels, keptSide] = [4_000_000, 5_000]
const timeoutSeconds = 30
/** The width at which a page of a PDF is drawn. */
const pdfWidth = 1_400

const damaged = 'This file is damaged and cannot be opened. Please take another photo or save it again.'
const tooLarge = 'This picture has more than 80 million pixels. Please take a smaller one.'

export interface Pages {
  pictures: Picture[]
  /** How many there are, also those that are left out. */
  count: number
}

/** Decodes a file into upright pictures: one, or the first pages of a PDF. */
export async function openPictures(bytes: Buffer, contentType: string): Promise<Pages> {
  if (contentType === 'application/pdf') return openPdf(bytes)
  const isHeif = /^image\/hei[cf]$/.test(contentType)
  return { pictures: [isHeif ? await openHeif(bytes) : await openImage(bytes)], count: 1 }
}

async function openImage(bytes: Buffer): Promise<Picture> {
  const start = bytes.toString('hex', 0, 12)
  const kind = imageKinds.find(({ signature }) => signature.test(start))
  if (!kind) throw new Unreadable(damaged)
  const load = await loadSharp()
  const image = load(bytes, { failOn: 'error', limitInputPixels: false, autoOrient: true })
  const { width, height } = await image.metadata().catch(() => {
    throw new Unreadable(damaged)
  })
  if (width * height > maxPixels) throw new Unreadable(tooLarge)
  return toPicture(image).catch(() => {
    throw new Unreadable(damaged)
  })
}

/** Transparent parts become white, as on paper. */
async function toPicture(image: Sharp): Promise<Picture> {
  const { autoOrient } = await image.metadata()
  const { width, height } = fit(autoOrient.width, autoOrient.height)
  const { data, info } = await image
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function fit(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(keptPixels / (width * height)), keptSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}
interface HeifImage {
  get_width(): number
  get_height(): number
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: object | null) => void,
  ): void
}

/** What phones of Apple take. libheif turns it upright. */
async function openHeif(bytes: Buffer): Promise<Picture> {
  const file = pathToFileURL(join(partsFolder, 'libheif.mjs')).href
  const { default: makeHeif } = (await import(file)) as { default: () => Heif }
  const heif = makeHeif()
  const [image] = attempt(() => new heif.HeifDecoder().decode(bytes))
  if (!image) throw new Unreadable(damaged)
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) throw new Unreadable(tooLarge)
  const data = new Uint8ClampedArray(width * height * 4)
  const isShown = await new Promise<boolean>((resolve) => {
    image.display({ data, width, height }, (shown) => resolve(shown !== null))
  })
  if (!isShown) throw new Unreadable(damaged)
  const load = await loadSharp()
  return toPicture(load(data, { raw: { width, height, channels: 4 } }))
}

interface Pdfium {
  PDFiumLibrary: {
    init(options: {
      wasmBinary: ArrayBuffer
    }): Promise<{ loadDocument(bytes: Uint8Array): Promise<PdfDocument> }>
  }
}
interface PdfDocument {
  getPageCount(): number
  getPage(index: number): {
    getOriginalSize(): { originalWidth: number; originalHeight: number }
    render(options: {
      width: number
      height: number
      render: 'bitmap'
    }): Promise<{ data: Uint8Array; width: number; height: number }>
  }
  destroy(): void
}

async function openPdf(bytes: Buffer): Promise<Pages> {
  const { PDFiumLibrary } = (await import(pathToFileURL(join(partsFolder, 'pdfium.mjs')).href)) as Pdfium
  const library = await PDFiumLibrary.init({ wasmBinary: await readZippedPart('pdfium.wasm.gz') })
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw new Unreadable(isLocked ? 'This PDF needs a password. Please save it without one.' : damaged)
  })
  try {
    const count = document.getPageCount()
    const pictures: Picture[] = []
    for (let index = 0; index < Math.min(count, maxPages); index += 1)
      pictures.push(await drawPage(document, index))
    if (pictures.length === 0) throw new Unreadable('This PDF has no pages.')
    return { pictures, count }
  } finally {
    document.destroy()
  }
}

async function drawPage(document: PdfDocument, index: number): Promise<Picture> {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = pdfWidth / Math.max(1, originalWidth)
  const { width, height } = fit(originalWidth * scale, originalHeight * scale)
  const drawn = await page.render({ width, height, render: 'bitmap' })
  const { data } = drawn
  // Blue comes first.
  for (let at = 0; at < data.length; at += 4) [data[at], data[at + 2]] = [data[at + 2]!, data[at]!]
  const load = await loadSharp()
  return toPicture(load(data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } }))
}

function attempt<Value>(work: () => Value[]): Value[] {
  try {
    return work()
  } catch {
    return []
  }
}
