import bidiModule from 'bidi-js'
import { type Font, create } from 'fontkit'
import { cleanText } from './clean-text.ts'
import { type Face, createFonts } from './fonts.ts'
import {
  type Paragraph,
  type Piece,
  type Segment,
  joinPieces,
  readParagraph,
  splitPiece,
} from './paragraph.ts'
import { type Shaped, createShaper } from './shaper.ts'

export interface TextStyle {
  size: number
  bold?: boolean
  /** In points. Without it, lines end only at line breaks in the text. */
  width?: number
}

export interface Run extends Shaped {
  face: Face
}

/** Runs are in order from left to right. */
export interface TextLine {
  runs: readonly Run[]
  /** In points. */
  width: number
  rightToLeft: boolean
}

export interface TextBlock {
  lines: readonly TextLine[]
  size: number
  lineHeight: number
  height: number
}

const leading = 1.4

// The package's types describe an ES module, but Node loads the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()
// Both exist once per process: reading and parsing fonts is most of the work of a PDF.
const fonts = createFonts((bytes) => create(bytes) as Font)
const shaper = createShaper(bidi)

/** Line breaks are kept, lines are filled up to the width, and a word longer than a line is broken. */
export function layOutText(text: string, style: TextStyle): TextBlock {
  const { size, bold = false, width = Number.POSITIVE_INFINITY } = style
  const cleaned = cleanText(text)
  const paragraphs = cleaned === '' ? [] : cleaned.split('\n')
  const lines = paragraphs.flatMap((source) => {
    const paragraph = readParagraph(source, bold, { fonts, bidi })
    return fillLines(paragraph, (width / size) * 1000).map((segments) =>
      toLine(segments, size, paragraph.rightToLeft),
    )
  })
  const lineHeight = size * leading
  return { lines, size, lineHeight, height: lines.length * lineHeight }
}

/** One line. What is too long for the width gives way to "…". */
export function layOutLine(text: string, style: TextStyle & { width: number }): TextBlock {
  const whole = layOutText(text, style)
  const mark = layOutText('…', { ...style, width: Number.POSITIVE_INFINITY }).lines[0]
  if (whole.lines.length <= 1 || !mark) return whole
  const [line] = layOutText(text, { ...style, width: style.width - mark.width }).lines
  if (!line) return whole
  const runs = line.rightToLeft ? [...mark.runs, ...line.runs] : [...line.runs, ...mark.runs]
  return {
    ...whole,
    lines: [{ ...line, runs, width: line.width + mark.width }],
    height: whole.lineHeight,
  }
}

/** Widths are in thousandths of the font size, like those of glyphs. */
function fillLines({ pieces }: Paragraph, limit: number): Segment[][] {
  const lines: Piece[][] = []
  let line: Piece[] = []
  let used = 0
  let spaces: Piece[] = []
  const close = () => {
    lines.push(line)
    line = []
    used = 0
    spaces = []
  }
  for (const piece of pieces.flatMap((whole) => breakPiece(whole, limit))) {
    if (piece.isSpace) {
      spaces.push(piece)
      continue
    }
    const width = advanceOf(piece)
    if (used + advanceOfAll(spaces) + width > limit && line.length > 0) close()
    line.push(...spaces, piece)
    used += advanceOfAll(spaces) + width
    spaces = []
  }
  close()
  return lines.map((filled) => filled.flatMap((piece) => piece.segments))
}

/** Splits a word that is longer than a line. A URL is preferably broken after a slash or another sign. */
function breakPiece(piece: Piece, limit: number): Piece[] {
  if (piece.isSpace || fits(piece, limit)) return [piece]
  const parts: Piece[] = []
  let part: Piece[] = []
  let used = 0
  let lastBreak = 0
  for (const character of splitPiece(piece)) {
    const width = advanceOf(character)
    if (part.length > 0 && used + width > limit) {
      const cut = lastBreak > part.length / 2 ? lastBreak : part.length
      parts.push(joinPieces(part.slice(0, cut)))
      part = part.slice(cut)
      used = advanceOfAll(part)
      lastBreak = 0
    }
    part.push(character)
    used += width
    if (/^[-/?&=_.@]$/.test(character.segments[0]?.text ?? '')) lastBreak = part.length
  }
  return [...parts, joinPieces(part)]
}

function advanceOf({ segments }: Piece): number {
  return segments.reduce((sum, segment) => sum + shape(segment).advance, 0)
}

function advanceOfAll(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + advanceOf(piece), 0)
}

/** Stops shaping a word when it is too long, because it will be shaped line by line. */
function fits({ segments }: Piece, limit: number): boolean {
  let used = 0
  return segments.every((segment) => {
    used += shape(segment).advance
    return used <= limit
  })
}

/** Shapes each segment only once, however often it is measured. */
function shape(segment: Segment): Shaped {
  segment.shaped ??= shaper.shape(segment.face, segment.text, segment.level % 2 === 1)
  return segment.shaped
}

function toLine(segments: Segment[], size: number, rightToLeft: boolean): TextLine {
  const runs = inVisualOrder(segments).map((segment) => ({ face: segment.face, ...shape(segment) }))
  const advance = runs.reduce((sum, run) => sum + run.advance, 0)
  return { runs, width: (advance * size) / 1000, rightToLeft }
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverse sequences at or above it. */
function inVisualOrder(segments: Segment[]): Segment[] {
  const highest = Math.max(0, ...segments.map(({ level }) => level))
  let ordered = segments
  for (let level = highest; level > 0; level--) ordered = reverseSequences(ordered, level)
  return ordered
}

function reverseSequences(segments: Segment[], level: number): Segment[] {
  const result: Segment[] = []
  let sequence: Segment[] = []
  for (const segment of segments) {
    if (segment.level >= level) {
      sequence.unshift(segment)
    } else {
      result.push(...sequence, segment)
      sequence = []
    }
  }
  return [...result, ...sequence]
}
