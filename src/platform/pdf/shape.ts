import type { Bidi } from 'bidi-js'
import type { Face } from './fonts.ts'

/** In thousandths of the font size. `width` is the glyph's own, `advance` how far the pen moves. */
export interface ShapedGlyph {
  id: number
  /** What a reader of the PDF copies for it. */
  text: string
  width: number
  advance: number
  dx: number
  dy: number
}

/** A stretch of one face and one direction, its glyphs from left to right. */
export interface Shaped {
  glyphs: readonly ShapedGlyph[]
  advance: number
}

export interface Shaper {
  shape(face: Face, text: string, rightToLeft: boolean): Shaped
}

/** A glyph takes about 100 bytes, a text without any as much as four. */
const maxGlyphs = 50_000
const glyphsOfText = 4
const invisible = /\p{Default_Ignorable_Code_Point}/gu

export function createShaper(bidi: Bidi): Shaper {
  // Words come again and again, within an invoice and from one to the next; the oldest are forgotten.
  const cache = new Map<string, Shaped>()
  let cached = 0
  const weigh = ({ glyphs }: Shaped) => glyphs.length + glyphsOfText

  function remember(key: string, shaped: Shaped): void {
    cache.set(key, shaped)
    cached += weigh(shaped)
    for (const [oldest, forgotten] of cache) {
      if (cached <= maxGlyphs) break
      cache.delete(oldest)
      cached -= weigh(forgotten)
    }
  }

  return {
    shape(face, text, rightToLeft) {
      const key = `${face.name}${rightToLeft ? '<' : '>'}${text}`
      const known = cache.get(key)
      if (known) return known
      const shaped = reshape(face, text, rightToLeft, bidi)
      remember(key, shaped)
      return shaped
    },
  }
}

function reshape(face: Face, text: string, rightToLeft: boolean, bidi: Bidi): Shaped {
  const mirror = (char: string) => (rightToLeft && bidi.getMirroredCharacter(char)) || char
  const run = layOut(face, rightToLeft ? Array.from(text, mirror).join('') : text, rightToLeft)
  const scale = 1000 / face.font.unitsPerEm
  const glyphs = run.glyphs.flatMap((glyph, index): ShapedGlyph[] => {
    const position = run.positions[index]
    const characters = glyph.codePoints.map((code) => mirror(String.fromCodePoint(code)))
    const visible = characters.join('').replace(invisible, '')
    // Joiners and selectors have done their work by now; fontkit leaves an empty place for some of them.
    const isGap = position?.xAdvance === 0 && visible === ' '
    if (!position || isGap || visible === '' || glyph.id === 0) return []
    return [
      {
        id: glyph.id,
        text: visible,
        width: glyph.advanceWidth * scale,
        advance: position.xAdvance * scale,
        dx: position.xOffset * scale,
        dy: position.yOffset * scale,
      },
    ]
  })
  return {
    glyphs: rightToLeft
      ? withSeparateCharacters(glyphs, face.font.glyphForCodePoint(0x20).id)
      : inWrittenOrder(glyphs, text.replace(invisible, '')),
    advance: glyphs.reduce((sum, { advance }) => sum + advance, 0),
  }
}

function layOut({ font }: Face, text: string, rightToLeft: boolean) {
  const direction = rightToLeft ? 'rtl' : 'ltr'
  try {
    return font.layout(text, undefined, undefined, undefined, direction)
  } catch {
    // fontkit stumbles over rare combinations of marks: then each character is drawn for itself.
    const glyphs = font.glyphsForString(text)
    const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, xOffset: 0, yOffset: 0 }))
    return rightToLeft
      ? { glyphs: glyphs.toReversed(), positions: positions.toReversed() }
      : { glyphs, positions }
  }
}

/**
 * Indic scripts draw some letters before others that were written first. Whoever copies the text gets it as written: its
 * characters are dealt out to the glyphs from left to right.
 */
function inWrittenOrder(glyphs: ShapedGlyph[], text: string): ShapedGlyph[] {
  if (glyphs.map((glyph) => glyph.text).join('') === text) return glyphs
  const characters = Array.from(text)
  const takes = glyphs.map((glyph) => Array.from(glyph.text).length)
  // Where one character became several glyphs, a mark among them stands for none.
  let tooMany = takes.reduce((sum, count) => sum + count, 0) - characters.length
  let start = 0
  return glyphs.map((glyph, index) => {
    const isLeftOut = tooMany > 0 && glyph.advance === 0
    if (isLeftOut) tooMany--
    const isLast = index === glyphs.length - 1
    const end = isLeftOut ? start : isLast ? characters.length : start + (takes[index] ?? 0)
    const taken = characters.slice(start, end)
    start = end
    return { ...glyph, text: taken.join('') || '\u200b' }
  })
}

/** Readers disagree about the order of several right-to-left characters in one glyph: each gets one of its own, unseen. */
function withSeparateCharacters(glyphs: ShapedGlyph[], space: number): ShapedGlyph[] {
  return glyphs.flatMap((glyph) => {
    const [first = '', ...others] = glyph.text
    const unseen = others
      .toReversed()
      .map((text) => ({ id: space, text, width: 0, advance: 0, dx: 0, dy: 0 }))
    return [...unseen, { ...glyph, text: first }]
  })
}
