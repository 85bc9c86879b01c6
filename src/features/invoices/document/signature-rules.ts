import { z } from 'zod'
import { requiredText } from './charge-rules.ts'

/** The units of a drawn signature. */
export const signatureWidth = 600
export const signatureHeight = 200

export const maxStrokes = 64
/** Of all strokes together. */
export const maxNumbers = 4000

const tooLong = 'This signature is too long. Please draw it again.'
const outside = 'This signature is incomplete. Please draw it again.'

/** One line without lifting the pen: x1, y1, x2, y2 and so on. */
const strokeSchema = z
  .array(z.int())
  .min(4, outside)
  .max(maxNumbers, tooLong)
  .refine(
    (stroke) =>
      stroke.length % 2 === 0 &&
      stroke.every(
        (value, index) => value >= 0 && value <= (index % 2 === 0 ? signatureWidth : signatureHeight),
      ),
    outside,
  )

/** A signature as the client gave it: typed, or drawn in a field of 600 by 200 units. */
export const signatureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('typed'), text: requiredText(120, 'Please type your name.', 0) }),
  z.strictObject({
    kind: z.literal('drawn'),
    strokes: z
      .array(strokeSchema)
      .min(1, 'Please draw your signature.')
      .max(maxStrokes, tooLong)
      .refine((strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= maxNumbers, tooLong),
  }),
])
export type Signature = z.infer<typeof signatureSchema>
