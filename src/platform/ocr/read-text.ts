import { cutOut } from './cut-out.ts'
import { findTextAreas } from './find-text-areas.ts'
import type { Picture, Point, Quad, TextLine } from './picture.ts'

/** Runs a model: numbers in, numbers out. */
export type Model = (
  input: Float32Array,
  shape: readonly [number, number, number, number],
) => Promise<{ data: Float32Array; shape: readonly number[] }>

/** Reads a strip with one line of text. */
export interface Recognizer {
  run: Model
  /** The characters that it knows, in its order. */
  characters: readonly string[]
}

export interface TextModels {
  detect: Model
  latin: Recognizer
  english: Recognizer
}

/** Makes a picture smaller or larger. */
export type Resize = (picture: Picture, width: number, height: number) => Promise<Picture>

/** The detector takes sides that are multiples of this. */
const step = 32
/** The detector sees the picture with about this many pixels. More takes longer and finds hardly more text. */
const detectorPixels = 1_000_000
const [means, deviations] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
] as const
const lineHeight = 48
const [narrowest, widest] = [24, 2400]
/** Strips of few different widths, so that the runtime plans its memory less often. */
const widthStep = 16

/** Finds the lines of text in a picture. */
export async function findLines(detect: Model, picture: Picture, resize: Resize): Promise<Quad[]> {
  const scale = Math.min(1, Math.sqrt(detectorPixels / (picture.width * picture.height)))
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(step, Math.round((side * scale) / step) * step),
  ) as [number, number]
  const small = await resize(picture, width, height)
  const plane = width * height
  const input = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [means[channel]!, deviations[channel]!]
    // The models take blue first.
    for (let at = 0; at < plane; at += 1) {
      input[channel * plane + at] = (small.pixels[at * 3 + 2 - channel]! / 255 - mean) / deviation
    }
  }
  const { data } = await detect(input, [1, 3, height, width])
  const [scaleX, scaleY] = [picture.width / width, picture.height / height]
  const enlarge = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY })
  return findTextAreas({ width, height, values: data }).map((quad) => quad.map(enlarge) as Quad)
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** The width and height of a line. */
export function sizeOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): {
  width: number
  height: number
} {
  return {
    width: Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight)),
    height: Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight)),
  }
}

/** Reads one line. Where no text is, the line is empty. */
export async function readLine(
  { run, characters }: Recognizer,
  picture: Picture,
  quad: Quad,
): Promise<TextLine> {
  const size = sizeOf(quad)
  const width = Math.min(
    widest,
    Math.max(narrowest, Math.ceil((size.width / Math.max(1, size.height)) * lineHeight)),
  )
  const padded = Math.ceil(width / widthStep) * widthStep
  const strip = cutOut(picture, quad, { width, height: lineHeight, padded })
  const { data, shape } = await run(strip, [1, 3, lineHeight, padded])
  return { ...decode(characters, data, shape[1]!, shape[2]!), quad }
}

/** Takes the likeliest character of each column. Repeated ones are one; number 0 stands between characters. */
function decode(characters: readonly string[], data: Float32Array, columns: number, classes: number) {
  let text = ''
  const confidences: number[] = []
  let previous = 0
  for (let column = 0; column < columns; column += 1) {
    let [best, value] = [0, -1]
    for (let index = 0; index < classes; index += 1) {
      const here = data[column * classes + index]!
      if (here > value) [best, value] = [index, here]
    }
    if (best !== 0 && best !== previous) {
      text += characters[best - 1] ?? ' '
      confidences.push(value)
    }
    previous = best
  }
  const confidence = confidences.reduce((sum, each) => sum + each, 0) / Math.max(1, confidences.length)
  return { text, confidence, characters: confidences }
}
