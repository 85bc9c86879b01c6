import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, inkOn, inksOf, minTextContrast } from './style-rules.ts'

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
// Where the eye and the arithmetic disagree most: one or two strong channels, and every grey.
const steep = fc.constantFrom('#ffff00', '#00ff00', '#00ffff', '#ff00ff', '#ff0000', '#0000ff')
const greys = fc
  .integer({ min: 0, max: 255 })
  .map((value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
const anyColour = fc.oneof(colours, steep, greys)

/** Of the pages, on which the sheet lies in the dark theme. */
const dark = { surface: '#121a1b', sunken: '#1b2627', foreground: '#e7efee', muted: '#9db0ae' }
const light = { sunken: '#eef2f2', foreground: '#0f1e1d', muted: '#54625f' }

test('contrast goes from 1 to 21, whichever colour comes first', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#abcdef', '#abcdef')).toBe(1)
})

test('whatever the accent, all text that has to do with it can be read', () => {
  fc.assert(
    fc.property(anyColour, (accentColour) => {
      const inks = inksOf({ accentColour })
      const pairs = {
        'text on the accent': [inks.onFill, inks.fill],
        'accent on white': [inks.text, '#ffffff'],
        'accent on a box': [inks.text, light.sunken],
        'accent on its tint': [inks.text, inks.tint],
        'ink on the tint': [light.foreground, inks.tint],
        'muted on the tint': [light.muted, inks.tint],
        'accent on the dark sheet': [inks.darkText, dark.surface],
        'accent on a dark box': [inks.darkText, dark.sunken],
        'accent on its dark tint': [inks.darkText, inks.darkTint],
        'text on the dark area': [inks.onDarkFill, inks.darkFill],
        'ink on the dark tint': [dark.foreground, inks.darkTint],
        'muted on the dark tint': [dark.muted, inks.darkTint],
        'text on the lightened accent': [inks.onDarkText, inks.darkText],
      } as const
      for (const [what, [ink, ground]] of Object.entries(pairs)) {
        expect(contrastOf(ink, ground), `${what}, ${ink} on ${ground}`).toBeGreaterThanOrEqual(
          minTextContrast,
        )
      }
      expect(contrastOf(inks.fill, '#ffffff')).toBeGreaterThan(1.15)
      expect(contrastOf(inks.darkFill, dark.surface)).toBeGreaterThan(1.15)
      for (const ink of Object.values(inks)) expect(ink).toMatch(/^#[0-9a-f]{6}$/)
    }),
    { numRuns: 500 },
  )
})

test('a colour that can be read already stays as it was chosen', () => {
  for (const accentColour of ['#0d5f5a', '#1d4ed8', '#111827']) {
    expect(inksOf({ accentColour })).toMatchObject({ fill: accentColour, text: accentColour })
  }
  expect(inksOf({ accentColour: '#7dd3fc' }).darkText).toBe('#7dd3fc')
})

test('the ink is white on dark colours and nearly black on light ones', () => {
  expect([inkOn('#0d5f5a'), inkOn('#facc15'), inkOn('#ffffff')]).toEqual(['#ffffff', '#040606', '#040606'])
})
