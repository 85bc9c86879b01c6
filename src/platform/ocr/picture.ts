/** Decoded pixels: three bytes (red, green, blue) for each, row by row. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** A corner of a text line: x to the right, y downwards, in pixels. */
export interface Point {
  x: number
  y: number
}

/** Four corners in reading order: top left, top right, bottom right, bottom left. */
export type Quad = [Point, Point, Point, Point]

export interface TextLine {
  text: string
  /** The mean of what the model says about each character, 0 to 1. */
  confidence: number
  quad: Quad
  /** What the model says about each character of `text`. */
  characters: number[]
  /** Whether another model read the same digits; missing if it was not asked. */
  isConfirmed?: boolean
}
