import type { Face } from './fonts.ts'
import type { Run, TextLine } from './lay-out-text.ts'
import type { ShapedGlyph } from './shaper.ts'

/** An embedded font. pdfkit's own text functions support neither fallback fonts nor direction. */
interface EmbeddedFont {
  id: string
  subset: { glyphs: number[]; includeGlyph(id: number): number }
  widths: number[]
  unicode: number[][]
  ref(): unknown
}

interface FontUse {
  font: EmbeddedFont
  /** Glyph number in the PDF, by glyph and text. */
  numbers: Map<string, number>
}

interface PdfKitInternals {
  _font: EmbeddedFont
  page: { fonts: Record<string, unknown> }
}

export type LinePainter = (line: TextLine, at: { x: number; baseline: number; size: number }) => void

/** Draws in the current fill colour, as glyph numbers only, so that no text can become PDF syntax. */
export function createLinePainter(doc: PDFKit.PDFDocument): LinePainter {
  const internals = doc as unknown as PdfKitInternals
  const uses = new Map<Face['font'], FontUse>()

  function fontUseOf(face: Face): FontUse {
    let use = uses.get(face.font)
    if (!use) {
      doc.font(face.font as unknown as Buffer)
      const { _font: font } = internals
      use = { font, numbers: new Map() }
      uses.set(face.font, use)
    }
    internals.page.fonts[use.font.id] ??= use.font.ref()
    return use
  }

  return (line, { x, baseline, size }) => {
    const operators = [`1 0 0 -1 ${round(x)} ${round(baseline)} Tm`]
    for (const [index, run] of line.runs.entries()) {
      const previous = line.runs[index - 1]?.face
      if (run.face !== previous) operators.push(...fontOperators(run.face, fontUseOf(run.face), size))
      operators.push(...showGlyphs(run, fontUseOf(run.face), size))
    }
    if (line.runs.some((run) => run.face.drawsBold)) operators.push('0 Tr')
    if (operators.length > 1) doc.addContent(['BT', ...operators, 'ET'].join('\n'))
  }
}

function fontOperators(face: Face, { font }: FontUse, size: number): string[] {
  const stroke = face.drawsBold ? `2 Tr ${round(size / 32)} w` : '0 Tr'
  return [`/${font.id} ${size} Tf`, stroke]
}

/** Marks are shifted within the line, not positioned separately, so that readers keep them with a letter. */
function showGlyphs(run: Run, use: FontUse, size: number): string[] {
  const operators: string[] = []
  let shown: string[] = []
  let rise = 0
  const riseTo = (dy: number) => {
    if (dy === rise) return
    if (shown.length > 0) operators.push(`[${shown.join(' ')}] TJ`)
    shown = []
    rise = dy
    operators.push(`${round((dy * size) / 1000)} Ts`)
  }
  for (const glyph of run.glyphs) {
    riseTo(glyph.dy)
    if (glyph.dx !== 0) shown.push(String(-round(glyph.dx)))
    shown.push(`<${numberOf(glyph, use).toString(16).padStart(4, '0')}>`)
    const rest = round(glyph.width - glyph.advance + glyph.dx)
    if (rest !== 0) shown.push(String(rest))
  }
  if (shown.length > 0) operators.push(`[${shown.join(' ')}] TJ`)
  if (rise !== 0) operators.push('0 Ts')
  return operators
}

/** A glyph for several characters (a bracket and its mirror image) is embedded once for each of them. */
function numberOf({ id, text, width }: ShapedGlyph, { font, numbers }: FontUse): number {
  const key = `${id} ${text}`
  const existing = numbers.get(key)
  if (existing !== undefined) return existing
  const included = font.subset.includeGlyph(id)
  const isInUse = font.unicode[included] !== undefined
  const number = isInUse ? font.subset.glyphs.push(id) - 1 : included
  font.widths[number] = width
  font.unicode[number] = Array.from(text, (char) => char.codePointAt(0) ?? 0)
  numbers.set(key, number)
  return number
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
