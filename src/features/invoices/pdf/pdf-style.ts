import { type PaperSize, a4, letter } from '../../../platform/pdf/pdf-document.ts'
import type { DocumentStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { inksOf } from '../document/style-rules.ts'

/** The dimensions and colours of a look. All dimensions are in points. */
export interface PdfLook {
  name: DocumentStyle['look']
  logoPosition: DocumentStyle['logoPosition']
  paper: PaperSize
  sheet: ReturnType<typeof sheetOf>
  /** The right column, for facts. */
  side: { x: number; width: number }
  sizes: { small: number; text: number; name: number; title: number }
  gap: number
  logo: { width: number; height: number }
  table: { padding: number; headHeight: number; gap: number; gapBelow: number }
  totals: { x: number; width: number; rowGap: number; dueHeight: number }
  codeSize: number
  colors: ReturnType<typeof colorsOf>
}

/** The horizontal padding of boxes. */
export const edge = 8

/** Where printers hold Letter. Everywhere else, they hold A4. */
const letterCountries = new Set('CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

/** The paper of the sender's country; if it is unknown, that of the number format. */
function paperOf({ company, locale }: PdfSubject): PaperSize {
  return letterCountries.has(company.country || locale.slice(-2)) ? letter : a4
}

interface PdfSubject {
  style: DocumentStyle
  company: Pick<InvoiceDocument['company'], 'country'>
  locale: string
}

export function pdfLookOf(subject: PdfSubject, isLandscape = false): PdfLook {
  const { style } = subject
  const { look: name, logoPosition } = style
  const { margin, side, totalsWidth, ...measures } = name === 'compact' ? dense : roomy
  // In the band, a large logo would take up a third of the page.
  const logo = name === 'modern' ? { width: 130, height: 44 } : measures.logo
  const upright = paperOf(subject)
  const paper = isLandscape ? { width: upright.height, height: upright.width } : upright
  const sheet = sheetOf(paper, margin)
  return {
    ...measures,
    name,
    logo,
    logoPosition,
    paper,
    sheet,
    side: { x: sheet.right - side, width: side },
    totals: { ...measures.totals, x: sheet.right - totalsWidth, width: totalsWidth },
    colors: colorsOf(style),
  }
}

const roomy = {
  margin: { side: 48, top: 48, bottom: 60, footer: 42 },
  side: 224,
  sizes: { small: 8, text: 9.5, name: 11, title: 24 },
  gap: 18,
  logo: { width: 160, height: 64 },
  table: { padding: 5, headHeight: 22, gap: 22, gapBelow: 14 },
  totalsWidth: 268,
  totals: { rowGap: 5, dueHeight: 32 },
  codeSize: 84,
}

const dense: typeof roomy = {
  margin: { side: 36, top: 30, bottom: 44, footer: 32 },
  side: 168,
  sizes: { small: 7, text: 7.5, name: 8.5, title: 14 },
  gap: 10,
  logo: { width: 110, height: 34 },
  table: { padding: 1.7, headHeight: 15, gap: 16, gapBelow: 8 },
  totalsWidth: 216,
  totals: { rowGap: 2, dueHeight: 22 },
  codeSize: 62,
}

function sheetOf(paper: PaperSize, { side, top, bottom, footer }: (typeof roomy)['margin']) {
  return {
    left: side,
    right: paper.width - side,
    width: paper.width - 2 * side,
    top,
    bottom: paper.height - bottom,
    footer: paper.height - footer,
  }
}

function colorsOf(style: DocumentStyle) {
  const { fill, onFill, text, tint } = inksOf(style)
  return {
    ink: '#172625',
    muted: '#566664',
    line: '#d9e2e1',
    paid: '#15703f',
    overdue: '#b3261e',
    white: '#ffffff',
    fill,
    onFill,
    accent: text,
    tint,
  }
}
