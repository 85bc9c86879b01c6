import type { Bidi } from 'bidi-js'
import type { Face } from './fonts.ts'

/** In thousandths of the font size. `width` is the width of the glyph, `advance` is how far the pen moves. */
export interface ShapedGlyph {
  id: number
  /** What copying the glyph from the PDF gives. */
  text: string
  width: number
  advance: number
  dx: number
  dy: number
}

/** Text with one face and one direction, with its glyphs from left to right. */
export interface Shaped {
  glyphs: readonly ShapedGlyph[]
  advance: number
}

export interface Shaper {
  shape(face: Face, text: string, rightToLeft: boolean): Shaped
}

/** A glyph takes about 100 bytes. A text takes as much as four glyphs in addition. */
const maxGlyphs = 50_000
const textOverhead = 4
const invisible = /\p{Default_Ignorable_Code_Point}/gu

export function createShaper(bidi: Bidi): Shaper {
  // Words repeat within an invoice and between invoices. The oldest entries are dropped.
  const cache = new Map<string, Shaped>()
  let cachedWeight = 0
  const weightOf = ({ glyphs }: Shaped) => glyphs.length + textOverhead

  function addToCache(key: string, shaped: Shaped): void {
    cache.set(key, shaped)
    cachedWeight += weightOf(shaped)
    for (const [oldest, dropped] of cache) {
      if (cachedWeight <= maxGlyphs) break
      cache.delete(oldest)
      cachedWeight -= weightOf(dropped)
    }
  }

  return {
    shape(face, text, rightToLeft) {
      const key = `${face.name}${rightToLeft ? '<' : '>'}${text}`
      const existing = cache.get(key)
      if (existing) return existing
      const shaped = reshape(face, text, rightToLeft, bidi)
      addToCache(key, shaped)
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
    // Joiners and selectors are no longer needed here. fontkit leaves an empty glyph for some of them.
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
    // fontkit fails on rare combinations of marks. Then each character is drawn separately.
    const glyphs = font.glyphsForString(text)
    const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, xOffset: 0, yOffset: 0 }))
    return rightToLeft
      ? { glyphs: glyphs.toReversed(), positions: positions.toReversed() }
      : { glyphs, positions }
  }
}

/** Indic scripts draw some letters before earlier ones. Copied text gets the written order. */
function inWrittenOrder(glyphs: ShapedGlyph[], text: string): ShapedGlyph[] {
  if (glyphs.map((glyph) => glyph.text).join('') === text) return glyphs
  const characters = Array.from(text)
  const counts = glyphs.map((glyph) => Array.from(glyph.text).length)
  // If one character became several glyphs, a mark among them gets no text.
  let excess = counts.reduce((sum, count) => sum + count, 0) - characters.length
  let start = 0
  return glyphs.map((glyph, index) => {
    const isSkipped = excess > 0 && glyph.advance === 0
    if (isSkipped) excess--
    const isLast = index === glyphs.length - 1
    const end = isSkipped ? start : isLast ? characters.length : start + (counts[index] ?? 0)
    const taken = characters.slice(start, end)
    start = end
    return { ...glyph, text: taken.join('') || '\u200b' }
  })
}

/** PDF readers reorder right-to-left characters of one glyph, so further ones get invisible glyphs. */
function withSeparateCharacters(glyphs: ShapedGlyph[], space: number): ShapedGlyph[] {
  return glyphs.flatMap((glyph) => {
    const [first = '', ...others] = glyph.text
    const invisibleGlyphs = others
      .toReversed()
      .map((text) => ({ id: space, text, width: 0, advance: 0, dx: 0, dy: 0 }))
    return [...invisibleGlyphs, { ...glyph, text: first }]
  })
}
