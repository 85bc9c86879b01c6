import type { Bidi } from 'bidi-js'
import { findBreaks } from './find-breaks.ts'
import type { Face, Fonts } from './fonts.ts'
import type { Shaped } from './shaper.ts'

/** Text with one face and one bidi level (odd: right to left). */
export interface Segment {
  text: string
  face: Face
  level: number
  /** Set after it has been measured. */
  shaped?: Shaped
}

/** A unit that stays together in a line: a word, or the space between words. */
export interface Piece {
  isSpace: boolean
  segments: Segment[]
}

export interface Paragraph {
  rightToLeft: boolean
  pieces: Piece[]
}

interface Cluster {
  text: string
  face: Face
}

/** Latin letters, digits and common signs, all in the main face and left to right. */
const plain = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201d\u2022\u2026\u20ac\u2122]*$/
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest word, and letter with marks, for the shaper. Shaping takes far more than linear time. */
const maxSegmentLength = 50
const maxClusterLength = 24
const clusterParts = new RegExp(`.{1,${maxClusterLength / 2}}`, 'gsu')

/** Replaces a letter that no font has. Pictographs are dropped instead: they add little to the text. */
export const substitute = '?'

export function readParagraph(
  text: string,
  bold: boolean,
  { fonts, bidi }: { fonts: Fonts; bidi: Bidi },
): Paragraph {
  if (plain.test(text)) return readPlain(text, fonts.main(bold))
  const clusters = readClusters(text, bold, fonts)
  const whole = clusters.map((cluster) => cluster.text).join('')
  const { levels, paragraphs } = bidi.getEmbeddingLevels(whole, 'auto')
  const breaks = findBreaks(whole)
  const pieces: Piece[] = []
  let start = 0
  for (const cluster of clusters) {
    const isSpace = cluster.text === ' '
    const last = pieces.at(-1)
    const segment = { ...cluster, level: levels[start] ?? 0 }
    if (!last || last.isSpace !== isSpace || breaks.has(start)) pieces.push({ isSpace, segments: [segment] })
    else append(last.segments, segment)
    start += cluster.text.length
  }
  return { rightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1, pieces }
}

function readPlain(text: string, face: Face): Paragraph {
  const parts = text.match(/ +|[^ ]+/g) ?? []
  const pieces = parts.map((part) => ({
    isSpace: part.startsWith(' '),
    segments: cut(part, maxSegmentLength).map((piece) => ({ text: piece, face, level: 0 })),
  }))
  return { rightToLeft: false, pieces }
}

function append(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1)
  const isSame = last && last.face === segment.face && last.level === segment.level
  if (isSame && last.text.length + segment.text.length <= maxSegmentLength) last.text += segment.text
  else segments.push(segment)
}

function cut(text: string, length: number): string[] {
  if (text.length <= length) return [text]
  const parts: string[] = []
  for (let start = 0; start < text.length; start += length) parts.push(text.slice(start, start + length))
  return parts
}

/** Splits text into letters with their marks. A long series that keeps joining is split into several. */
function readGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment).flatMap((grapheme) =>
    grapheme.length <= maxClusterLength ? grapheme : (grapheme.match(clusterParts) ?? []),
  )
}

/** Splits text into characters with their marks, each in a face that has it. */
function readClusters(text: string, bold: boolean, fonts: Fonts): Cluster[] {
  const clusters: Cluster[] = []
  let wasDropped = false
  for (const segment of readGraphemes(text)) {
    // A dropped pictograph also drops the space after it.
    const isDouble = wasDropped && segment === ' ' && (clusters.at(-1)?.text ?? ' ') === ' '
    wasDropped = false
    const previousFace = clusters.at(-1)?.face
    const face =
      isNeutral(segment) && previousFace?.has(segment.codePointAt(0) ?? 0)
        ? previousFace
        : fonts.pick(segment, bold)
    if (face) {
      if (!isDouble) clusters.push({ text: withoutMissing(segment, face), face })
    } else if (pictograph.test(segment)) {
      wasDropped = true
    } else {
      const isMark = /^\p{Default_Ignorable_Code_Point}+$/u.test(segment)
      clusters.push({ text: isMark ? segment : substitute, face: fonts.main(bold) })
    }
  }
  return clusters
}

/** Spaces and punctuation use the face of the word before them, so that a line changes fonts less often. */
function isNeutral(cluster: string): boolean {
  return /^[\s\p{P}]$/u.test(cluster)
}

/** Drops marks that this face lacks. Invisible characters stay, because they may join or separate letters. */
function withoutMissing(cluster: string, face: Face): string {
  if (cluster.length === 1) return cluster
  const isKept = (char: string) =>
    face.has(char.codePointAt(0) ?? 0) || /\p{Default_Ignorable_Code_Point}/u.test(char)
  return Array.from(cluster).filter(isKept).join('')
}

/** Splits a word into characters with their marks, to break a word that is longer than a line. */
export function splitPiece(piece: Piece): Piece[] {
  return piece.segments.flatMap((segment) =>
    readGraphemes(segment.text).map((text) => ({
      isSpace: piece.isSpace,
      segments: [{ text, face: segment.face, level: segment.level }],
    })),
  )
}

/** Joins letters again after splitPiece. Scripts that join only within syllables are not shaped again. */
export function joinPieces(pieces: readonly Piece[]): Piece {
  const segments: Segment[] = []
  for (const segment of pieces.flatMap((piece) => piece.segments)) {
    if (segment.face.isSyllabic) segments.push(segment)
    else append(segments, { text: segment.text, face: segment.face, level: segment.level })
  }
  return { isSpace: false, segments }
}
