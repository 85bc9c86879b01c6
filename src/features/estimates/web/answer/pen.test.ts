import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxStrokes, signatureSchema } from '../../../invoices/document/signature-rules.ts'
import { type Strokes, continueStroke, isDrawn, pointOn, startStroke } from './pen.ts'

const pad = { left: 100, top: 50, width: 300, height: 100 }

test('a point is in the units of a signature, whatever the width of the pad', () => {
  expect(pointOn(pad, { clientX: 100, clientY: 50 })).toEqual({ x: 0, y: 0 })
  expect(pointOn(pad, { clientX: 250, clientY: 100 })).toEqual({ x: 300, y: 100 })
})

test('a pen that leaves the pad stays on its edge', () => {
  expect(pointOn(pad, { clientX: 900, clientY: -20 })).toEqual({ x: 600, y: 0 })
})

test('points that cannot be told apart are left out', () => {
  const started = startStroke([], { x: 10, y: 10 })
  expect(continueStroke(started, { x: 11, y: 11 })).toBe(started)
  expect(continueStroke(started, { x: 20, y: 10 })).toEqual([[10, 10, 10, 10, 20, 10]])
})

test('a dot alone is not a signature', () => {
  const dot = startStroke([], { x: 10, y: 10 })
  expect(isDrawn(dot)).toBe(false)
  expect(isDrawn(continueStroke(dot, { x: 90, y: 30 }))).toBe(true)
})

test('however long a client draws, the server takes it', () => {
  const moves = fc.array(
    fc.record({
      isStart: fc.boolean(),
      clientX: fc.integer({ max: 900 }),
      clientY: fc.integer({ max: 900 }),
    }),
    { minLength: 1, maxLength: 300 },
  )
  fc.assert(
    fc.property(moves, (pens) => {
      let strokes: Strokes = startStroke([], { x: 1, y: 1 })
      for (let times = 0; times < 20; times++) {
        for (const { isStart, ...pen } of pens) {
          strokes = (isStart ? startStroke : continueStroke)(strokes, pointOn(pad, pen))
        }
      }
      expect(strokes.length).toBeLessThanOrEqual(maxStrokes)
      expect(signatureSchema.safeParse({ kind: 'drawn', strokes }).success).toBe(true)
    }),
    { numRuns: 20 },
  )
})
