import { type Plan, includesFeature } from '../../billing/rules.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'

/** Returns the style of new invoices: the chosen one if the plan includes it. The choice stays saved on other plans. */
export function styleInPlan(plan: Plan, chosen: DocumentStyle): DocumentStyle {
  return includesFeature(plan, 'invoiceTemplates') ? chosen : defaultStyle
}

/** The colours of a document that are derived from its accent colour, all as `#rrggbb`. */
export interface Inks {
  /** The accent for areas and bars: the chosen colour, darkened if it is too close to white. */
  fill: string
  onFill: string
  /** The accent as text on white, in boxes or on `tint`, dark enough to be read. */
  text: string
  /** A light tint of the accent, as a background of normal text. */
  tint: string
  /** The same for the dark theme. */
  darkFill: string
  onDarkFill: string
  darkText: string
  darkTint: string
  /** Text on an area in `darkText`. */
  onDarkText: string
}

/** The contrast that WCAG requires for text. */
export const minTextContrast = 4.5
/** The contrast at which an area stands out from its background. */
const minAreaContrast = 1.2

const white = '#ffffff'
// Darker than the normal text colour: on any background, either this or white reaches the required contrast.
const nearBlack = '#040606'
/** The background of boxes in the light theme. The background of mails is between this and white. */
const lightSunken = '#eef2f2'
/** The backgrounds of the dark theme. The lighter one limits the contrast. */
const darkSheet = '#121a1b'
const darkSunken = '#1b2627'

export function inksOf({ accentColour }: Pick<DocumentStyle, 'accentColour'>): Inks {
  const fill = shade(accentColour, 'darker', [white], minAreaContrast)
  const darkFill = shade(accentColour, 'lighter', [darkSheet], minAreaContrast)
  const tint = mix(accentColour, white, 0.07)
  const darkTint = mix(accentColour, darkSheet, 0.12)
  const darkBackgrounds = [darkSheet, darkSunken, darkTint]
  const darkText = shade(accentColour, 'lighter', darkBackgrounds)
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

/** Returns white if it is readable on this colour, otherwise nearly black. */
export function inkOn(colour: string): string {
  return contrastOf(white, colour) >= minTextContrast ? white : nearBlack
}

/** Returns the WCAG 2 contrast ratio: 1 for equal colours, 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the nearest lighter or darker colour of the same hue with enough contrast to all of these backgrounds. */
function shade(
  colour: string,
  end: 'lighter' | 'darker',
  backgrounds: readonly string[],
  contrast = minTextContrast,
): string {
  const { hue, saturation, lightness } = hslOf(colour)
  const goal = end === 'lighter' ? 1 : 0
  const steps = 50
  for (let step = 0; step <= steps; step++) {
    const part = step / steps
    const tried =
      step === 0 ? colour : fromHsl({ hue, saturation, lightness: lightness + (goal - lightness) * part })
    if (backgrounds.every((background) => contrastOf(tried, background) >= contrast)) return tried
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
      const position = (((offset + hue / 30) % 12) + 12) % 12
      return 255 * (lightness - strength * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
    }),
  )
}

/** Mixes two colours; `part` is the share of the first. */
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
