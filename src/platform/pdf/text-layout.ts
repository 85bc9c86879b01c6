import { cleanText } from './clean-text.ts'
import type { Face } from './fonts.ts'
import {
  type Paragraph,
  type Piece,
  type Segment,
  joinPieces,
  readParagraph,
  splitPiece,
} from './paragraph.ts'
import type { Shaped } from './shape.ts'
import { typesetter } from './typesetter.ts'

export interface TextStyle {
  size: number
  bold?: boolean
  /** In points; without it, lines end only where the text says so. */
  width?: number
}

export interface Run extends Shaped {
  face: Face
}

/** Runs from left to right. */
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

/** Newlines are kept; lines are filled up to the width, and a word longer than a line is broken. */
export function layOutText(text: string, style: TextStyle): TextBlock {
  const { size, bold = false, width = Number.POSITIVE_INFINITY } = style
  const cleaned = cleanText(text)
  const paragraphs = cleaned === '' ? [] : cleaned.split('\n')
  const lines = paragraphs.flatMap((source) => {
    const paragraph = readParagraph(source, bold, typesetter)
    return fillLines(paragraph, (width / size) * 1000).map((segments) =>
      toLine(segments, size, paragraph.rightToLeft),
    )
  })
  const lineHeight = size * leading
  return { lines, size, lineHeight, height: lines.length * lineHeight }
}

/** Widths here are in thousandths of the font size, as glyphs are measured. */
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

/** A word longer than a line becomes as many pieces as it needs lines; an address breaks behind its slashes first. */
function breakPiece(piece: Piece, limit: number): Piece[] {
  if (piece.isSpace || fits(piece, limit)) return [piece]
  const parts: Piece[] = []
  let part: Piece[] = []
  let used = 0
  let afterSign = 0
  for (const character of splitPiece(piece)) {
    const width = advanceOf(character)
    if (part.length > 0 && used + width > limit) {
      const cut = afterSign > part.length / 2 ? afterSign : part.length
      parts.push(joinPieces(part.slice(0, cut)))
      part = part.slice(cut)
      used = advanceOfAll(part)
      afterSign = 0
    }
    part.push(character)
    used += width
    if (/^[-/?&=_.@]$/.test(character.segments[0]?.text ?? '')) afterSign = part.length
  }
  return [...parts, joinPieces(part)]
}

function advanceOf({ segments }: Piece): number {
  return segments.reduce((sum, segment) => sum + shape(segment).advance, 0)
}

function advanceOfAll(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + advanceOf(piece), 0)
}

/** Leaves the rest of a word unshaped once it is too long: it will be shaped line by line. */
function fits({ segments }: Piece, limit: number): boolean {
  let used = 0
  return segments.every((segment) => {
    used += shape(segment).advance
    return used <= limit
  })
}

/** Once for each segment, however often it is measured. */
function shape(segment: Segment): Shaped {
  segment.shaped ??= typesetter.shaper.shape(segment.face, segment.text, segment.level % 2 === 1)
  return segment.shaped
}

function toLine(segments: Segment[], size: number, rightToLeft: boolean): TextLine {
  const runs = inVisualOrder(segments).map((segment) => ({ face: segment.face, ...shape(segment) }))
  const advance = runs.reduce((sum, run) => sum + run.advance, 0)
  return { runs, width: (advance * size) / 1000, rightToLeft }
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverse every stretch at or above it. */
function inVisualOrder(segments: Segment[]): Segment[] {
  const highest = Math.max(0, ...segments.map(({ level }) => level))
  let ordered = segments
  for (let level = highest; level > 0; level--) ordered = reverseStretches(ordered, level)
  return ordered
}

function reverseStretches(segments: Segment[], level: number): Segment[] {
  const result: Segment[] = []
  let stretch: Segment[] = []
  for (const segment of segments) {
    if (segment.level >= level) {
      stretch.unshift(segment)
    } else {
      result.push(...stretch, segment)
      stretch = []
    }
  }
  return [...result, ...stretch]
}
