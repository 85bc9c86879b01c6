import { type Plan, opens } from '../../billing/rules.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'

/** How new invoices look. What was chosen on a plan that opens it is kept for when there is one again. */
export function styleInPlan(plan: Plan, chosen: DocumentStyle): DocumentStyle {
  return opens(plan, 'invoiceTemplates') ? chosen : defaultStyle
}

/** Every colour of a document that follows from its accent. All are `#rrggbb`. */
export interface Inks {
  /** The accent for areas and bars: as it was chosen, unless that could not be told from the paper. */
  fill: string
  /** Text on such an area. */
  onFill: string
  /** The accent as text on white paper, in its boxes or on the tint, dark enough to be read. */
  text: string
  /** A breath of the accent, behind text in the usual colours. */
  tint: string
  /** The same where the sheet is dark. */
  darkFill: string
  onDarkFill: string
  darkText: string
  darkTint: string
  /** Text on an area in `darkText`. */
  onDarkText: string
}

/** What WCAG asks of text. */
export const readable = 4.5
/** Enough for an area to be seen as one. */
const visible = 1.2

const white = '#ffffff'
// Darker than the ink of the pages: together with white it reaches the needed contrast on any colour at all.
const nearBlack = '#040606'
/** Boxes on the sheet of the light theme; the ground of mails lies between them and white. */
const lightSunken = '#eef2f2'
/** The sheets of the dark theme; the lighter one decides. */
const darkSheet = '#121a1b'
const darkSunken = '#1b2627'

export function inksOf({ accentColour }: Pick<DocumentStyle, 'accentColour'>): Inks {
  const fill = shade(accentColour, 'darker', [white], visible)
  const darkFill = shade(accentColour, 'lighter', [darkSheet], visible)
  const tint = mix(accentColour, white, 0.07)
  const darkTint = mix(accentColour, darkSheet, 0.12)
  const darkGrounds = [darkSheet, darkSunken, darkTint]
  const darkText = shade(accentColour, 'lighter', darkGrounds)
  return {
    fill,
    onFill: inkOn(fill),
    text: shade(accentColour, 'darker', [white, lightSunken, tint]),
    tint,
    darkFill,
    onDarkFill: inkOn(darkFill),
    darkText,
    darkTint,
    onDarkText: inkOn(darkText),
  }
}

/** White where it can be read, else nearly black. */
export function inkOn(colour: string): string {
  return contrastOf(white, colour) >= readable ? white : nearBlack
}

/** From 1, the same, to 21, black on white (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The nearest colour of the same hue, lighter or darker, that stands out from all of these grounds. */
function shade(
  colour: string,
  end: 'lighter' | 'darker',
  grounds: readonly string[],
  contrast = readable,
): string {
  const { hue, saturation, lightness } = hslOf(colour)
  const goal = end === 'lighter' ? 1 : 0
  const steps = 50
  for (let step = 0; step <= steps; step++) {
    const part = step / steps
    const tried =
      step === 0 ? colour : fromHsl({ hue, saturation, lightness: lightness + (goal - lightness) * part })
    if (grounds.every((ground) => contrastOf(tried, ground) >= contrast)) return tried
  }
  return goal === 1 ? white : nearBlack
}

interface Hsl {
  /** In degrees; the others from 0 to 1. */
  hue: number
  saturation: number
  lightness: number
}

function hslOf(colour: string): Hsl {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => value / 255)
  const high = Math.max(red, green, blue)
  const span = high - Math.min(red, green, blue)
  const lightness = high - span / 2
  if (span === 0) return { hue: 0, saturation: 0, lightness }
  const sector =
    high === red ? (green - blue) / span : high === green ? (blue - red) / span + 2 : (red - green) / span + 4
  return { hue: sector * 60, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl({ hue, saturation, lightness }: Hsl): string {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  return toHex(
    [0, 8, 4].map((offset) => {
      const place = (((offset + hue / 30) % 12) + 12) % 12
      return 255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
    }),
  )
}

/** So much of one, and the rest of the other. */
function mix(one: string, other: string, part: number): string {
  const others = channelsOf(other)
  return toHex(channelsOf(one).map((value, index) => value * part + (others[index] ?? 0) * (1 - part)))
}

function toHex(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
