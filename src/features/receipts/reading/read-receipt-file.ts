import { kindOf } from '../../../platform/files/file-kind.ts'
import { loadSharp } from '../../../platform/files/load-sharp.ts'
import { loadTextModels } from '../../../platform/ocr/models.ts'
import type { Picture, TextLine } from '../../../platform/ocr/picture.ts'
import type { TextModels } from '../../../platform/ocr/read-text.ts'
import { chooseFields } from './choose-fields.ts'
import { layOut } from './lay-out.ts'
import { openPictures } from './open-pictures.ts'
import { type Taken, readExif } from './read-exif.ts'
import { readLines } from './read-lines.ts'
import type { ReceiptReading } from './reading.ts'
import { rawOf, turnUpright } from './turn-upright.ts'
import { Unreadable } from './unreadable.ts'

export interface ReadPage {
  /** JPEG, upright and without metadata. */
  bytes: Uint8Array
  width: number
  height: number
}

export interface ReadReceipt {
  pages: ReadPage[]
  thumbnail: Uint8Array
  /** The look of the first page in 64 bits, as 16 hexadecimal digits. */
  look: string
  /** Null if there is no text on it. */
  reading: ReceiptReading | null
  /** A sentence about what was left out. */
  note: string | null
  taken: Taken | null
}

let models: Promise<TextModels> | undefined

/** Opens and reads a receipt. Throws `Unreadable` with a sentence if the file cannot be opened. */
export async function readReceipt(bytes: Buffer, today: string): Promise<ReadReceipt> {
  const kind = kindOf(bytes)
  if (!kind) throw new Unreadable('This is neither a picture nor a PDF.')
  const { pictures, count } = await openPictures(bytes, kind.contentType)
  models ??= loadTextModels()
  const loaded = await models
  const upright: Picture[] = []
  const lines: TextLine[][] = []
  for (const each of pictures) {
    const page = await turnUpright(loaded, each)
    upright.push(page.picture)
    lines.push(await readLines(loaded, page))
  }
  const layout = layOut(lines)
  const hasText = layout.rows.some(({ text }) => /\w{2}/.test(text))
  return {
    pages: await Promise.all(upright.map(encodePage)),
    thumbnail: await makeThumbnail(upright[0]!),
    look: await lookOf(upright[0]!, lines[0]!),
    reading: hasText ? chooseFields(layout, { today, pages: upright }) : null,
    note: count > pictures.length ? `Only the first ${pictures.length} of ${count} pages were read.` : null,
    taken: kind.contentType === 'application/pdf' ? null : await takenOf(bytes),
  }
}

/** Apple's format is not asked: sharp cannot open it. */
async function takenOf(bytes: Buffer): Promise<Taken | null> {
  const load = await loadSharp()
  const exif = await load(bytes)
    .metadata()
    .then(
      (metadata) => metadata.exif,
      () => undefined,
    )
  const taken = exif ? readExif(exif) : {}
  return Object.keys(taken).length > 0 ? taken : null
}

/** What a receipt says. For commands that read files one after the other. */
export async function readReceiptFile(
  bytes: Buffer,
  today = new Date().toISOString().slice(0, 10),
): Promise<ReceiptReading> {
  const { reading } = await readReceipt(bytes, today)
  return (
    reading ?? {
      merchant: null,
      date: null,
      total: null,
      tax: null,
      currency: null,
      cardLast4: null,
      items: [],
      text: '',
    }
  )
}

async function encodePage(picture: Picture): Promise<ReadPage> {
  const bytes = await rawOf(await loadSharp(), picture)
    .jpeg({ quality: 82 })
    .toBuffer()
  return { bytes, width: picture.width, height: picture.height }
}

async function makeThumbnail(picture: Picture): Promise<Uint8Array> {
  const image = rawOf(await loadSharp(), picture)
  return image.resize(360, 480, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 75 }).toBuffer()
}

/**
 * A difference hash of the part with text: 64 bits that say where it gets lighter from left to right. Two photos of the
 * same receipt differ in few of them.
 */
async function lookOf(picture: Picture, lines: readonly TextLine[]): Promise<string> {
  const points = lines.flatMap(({ quad }) => quad)
  const range = (values: number[], most: number): [number, number] => {
    const [from, to] = [
      Math.max(0, Math.floor(Math.min(...values))),
      Math.min(most, Math.ceil(Math.max(...values))),
    ]
    return to - from < 16 || points.length === 0 ? [0, most] : [from, to]
  }
  const [left, right] = range(
    points.map(({ x }) => x),
    picture.width,
  )
  const [top, bottom] = range(
    points.map(({ y }) => y),
    picture.height,
  )
  const { data } = await rawOf(await loadSharp(), picture)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(9, 8, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let bits = ''
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1)
      bits += data[row * 9 + column]! < data[row * 9 + column + 1]! ? '1' : '0'
  }
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}
