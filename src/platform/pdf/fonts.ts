import type { Font, Glyph } from 'fontkit'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../project-folder.ts'

/** One parsed font file. `drawsBold` adds a stroke, because only the main face has a bold file. */
export interface Face {
  name: string
  font: Font
  drawsBold: boolean
  /** Whether letters never change their shape across syllables. */
  isSyllabic: boolean
  has(codePoint: number): boolean
}

export interface Fonts {
  main(bold: boolean): Face
  /** Returns the face for a character with its marks, or null if no font has it. */
  pick(cluster: string, bold: boolean): Face | null
}

/** Tried after the main face. A file is read only when one of its characters occurs. */
const scripts: readonly { file: string; characters: RegExp; isSyllabic?: boolean }[] = [
  {
    file: 'NotoSansArabic-Regular.ttf',
    characters: /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/,
  },
  { file: 'NotoSansHebrew-Regular.ttf', characters: /[\u0590-\u05ff\ufb1d-\ufb4f]/ },
  {
    file: 'NotoSansDevanagari-Regular.ttf',
    characters: /[\u0900-\u097f]|[\u1cd0-\u1cff]|[\ua8e0-\ua8ff]/,
    isSyllabic: true,
  },
  { file: 'NotoSansBengali-Regular.ttf', characters: /[\u0980-\u09ff]/, isSyllabic: true },
  { file: 'NotoSansTamil-Regular.ttf', characters: /[\u0b80-\u0bff]/ },
  { file: 'NotoSansThai-Regular.ttf', characters: /[\u0e00-\u0e7f]/ },
  { file: 'NotoSansArmenian-Regular.ttf', characters: /[\u0530-\u058f\ufb13-\ufb17]/ },
  { file: 'NotoSansGeorgian-Regular.ttf', characters: /[\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f]/ },
  { file: 'MillraceHangul-Regular.ttf', characters: /[\u3131-\u318e\uac00-\ud7a3]/ },
  {
    file: 'DroidSansFallbackFull.ttf',
    characters: /[\u1100-\u11ff\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/,
  },
]
const symbols = 'DejaVuSans.ttf'
const folder = join(projectFolder, 'src/platform/pdf/fonts')
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u

export function createFonts(parse: (bytes: Buffer) => Font): Fonts {
  const faces = new Map<string, Face>()

  const read = (file: string) => withLightCopies(withOwnCodePoints(parse(readFileSync(join(folder, file)))))

  function open(file: string, bold: boolean): Face {
    const key = `${file} ${bold}`
    const existing = faces.get(key)
    if (existing) return existing
    // Both weights of a fallback share one parsed font.
    const font = faces.get(`${file} ${!bold}`)?.font ?? read(file)
    const drawsBold = bold && !file.startsWith('NotoSans-')
    const isSyllabic = scripts.some((script) => script.file === file && script.isSyllabic)
    const has = (code: number) => font.hasGlyphForCodePoint(code)
    const face = { name: file, font, drawsBold, isSyllabic, has }
    faces.set(key, face)
    return face
  }

  const main = (bold: boolean) => open(bold ? 'NotoSans-Bold.ttf' : 'NotoSans-Regular.ttf', bold)

  function pick(cluster: string, bold: boolean): Face | null {
    const codes = visibleCodePoints(cluster)
    const base = codes[0]
    if (base === undefined) return null
    const first = main(bold)
    if (codes.every(first.has)) return first
    const script = scripts.find(({ characters }) => characters.test(cluster))
    const candidates = [first, ...(script ? [open(script.file, bold)] : []), open(symbols, bold)]
    // If no font has both a letter and its mark, the mark is dropped rather than the letter.
    return (
      candidates.find((face) => codes.every(face.has)) ?? candidates.find((face) => face.has(base)) ?? null
    )
  }

  return { main, pick }
}

/** Returns the visible code points of a text: without joiners, variation selectors and direction marks. */
export function visibleCodePoints(text: string): number[] {
  return Array.from(text)
    .filter((char) => !ignorable.test(char))
    .map((char) => char.codePointAt(0) ?? 0)
}

interface GlyphInfo {
  id: number
  codePoints: number[]
  copy(): GlyphInfo
}
interface LayoutEngine {
  glyphInfos: GlyphInfo[]
  setup(run: unknown): void
}

/** fontkit copies Indic letters with all features just to test one, which doubles the time of shaping. */
function withLightCopies(font: Font): Font {
  const { _layoutEngine: layout } = font as unknown as { _layoutEngine: { engine: LayoutEngine | null } }
  const { engine } = layout
  if (!engine) return font
  const setup = engine.setup.bind(engine)
  function copy(this: GlyphInfo): GlyphInfo {
    const OwnInfo = this.constructor as new (font: Font, id: number, codePoints: number[]) => GlyphInfo
    return new OwnInfo(font, this.id, this.codePoints)
  }
  engine.setup = (run) => {
    setup(run)
    for (const info of engine.glyphInfos) info.copy = copy
  }
  return font
}

/** fontkit caches a glyph with its first characters: a copied space could become a no-break space. */
function withOwnCodePoints(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (codePoints.length === 0 || isSame(glyph.codePoints, codePoints)) return glyph
    const OwnGlyph = glyph.constructor as new (id: number, codePoints: number[], font: Font) => Glyph
    return new OwnGlyph(id, codePoints, font)
  }
  return font
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((code, index) => code === b[index])
}
