import { loadSharp } from '../../../platform/files/load-sharp.ts'
import type { Picture, Quad, TextLine } from '../../../platform/ocr/picture.ts'
import { type TextModels, findLines, readLine, sizeOf } from '../../../platform/ocr/read-text.ts'

const tried = 5
const clearlyBetter = 0.1
const surelyUpright = 0.85

export async function resizePicture(picture: Picture, width: number, height: number): Promise<Picture> {
  const load = await loadSharp()
  const pixels = await rawOf(load, picture).resize(width, height, { fit: 'fill' }).raw().toBuffer()
  return { width, height, pixels }
}

export interface UprightPage {
  picture: Picture
  quads: Quad[]
  /** The lines that were read to find out. */
  read: Map<Quad, TextLine>
}

/** Finds the lines of a picture and turns it until they read from left to right. */
export async function turnUpright(models: TextModels, picture: Picture): Promise<UprightPage> {
  let upright = picture
  let quads = await findLines(models.detect, upright, resizePicture)
  const standing = quads.filter((quad) => sizeOf(quad).height > 1.5 * sizeOf(quad).width)
  if (quads.length >= 3 && standing.length > quads.length * 0.6) {
    upright = await turn(picture, 90)
    quads = await findLines(models.detect, upright, resizePicture)
  }
  const read = new Map<Quad, TextLine>()
  if (await isUpsideDown(models, upright, quads, read)) {
    read.clear()
    upright = await turn(upright, 180)
    quads = await findLines(models.detect, upright, resizePicture)
  }
  return { picture: upright, quads, read }
}

/** The longest lines make more sense the other way round. */
async function isUpsideDown(
  models: TextModels,
  picture: Picture,
  quads: readonly Quad[],
  read: Map<Quad, TextLine>,
): Promise<boolean> {
  const longest = quads.toSorted((a, b) => sizeOf(b).width - sizeOf(a).width).slice(0, tried)
  let [asItIs, turned] = [0, 0]
  for (const quad of longest) {
    const line = await readLine(models.latin, picture, quad)
    read.set(quad, line)
    asItIs += line.confidence
  }
  if (longest.length === 0 || asItIs / longest.length > surelyUpright) return false
  for (const [topLeft, topRight, bottomRight, bottomLeft] of longest) {
    turned += (await readLine(models.latin, picture, [bottomRight, bottomLeft, topLeft, topRight])).confidence
  }
  return (turned - asItIs) / longest.length > clearlyBetter
}

async function turn(picture: Picture, angle: 90 | 180): Promise<Picture> {
  const load = await loadSharp()
  const { data, info } = await rawOf(load, picture).rotate(angle).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

export function rawOf(load: Awaited<ReturnType<typeof loadSharp>>, { width, height, pixels }: Picture) {
  return load(pixels, { raw: { width, height, channels: 3 } })
}
