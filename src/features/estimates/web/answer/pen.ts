import {
  type Signature,
  maxNumbers,
  maxStrokes,
  signatureHeight,
  signatureWidth,
} from '../../../invoices/document/signature-rules.ts'

export type Strokes = Extract<Signature, { kind: 'drawn' }>['strokes']

export interface Point {
  x: number
  y: number
}

/** Points that are nearer look the same, and would only make the signature larger. */
const leastDistance = 3

/** Whether there is no room for another point. */
function isFull(strokes: Strokes): boolean {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0) > maxNumbers - 4
}

/** Puts the pen down. A dot is a line from a point to itself. */
export function startStroke(strokes: Strokes, { x, y }: Point): Strokes {
  return strokes.length >= maxStrokes || isFull(strokes) ? strokes : [...strokes, [x, y, x, y]]
}

/** Moves the pen. */
export function continueStroke(strokes: Strokes, { x, y }: Point): Strokes {
  const stroke = strokes.at(-1)
  if (!stroke || isFull(strokes)) return strokes
  const [lastX = 0, lastY = 0] = stroke.slice(-2)
  if (Math.hypot(x - lastX, y - lastY) < leastDistance) return strokes
  return [...strokes.slice(0, -1), [...stroke, x, y]]
}

const scale = (part: number, most: number) => Math.round(Math.min(Math.max(part, 0), 1) * most)

/** Where the pen is on the pad, in the units of a signature. */
export function pointOn(
  pad: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  pen: { clientX: number; clientY: number },
): Point {
  return {
    x: scale((pen.clientX - pad.left) / pad.width, signatureWidth),
    y: scale((pen.clientY - pad.top) / pad.height, signatureHeight),
  }
}

/** Whether more was drawn than dots, which a touch by accident leaves. */
export function isDrawn(strokes: Strokes): boolean {
  return strokes.some((stroke) => stroke.length > 4)
}
