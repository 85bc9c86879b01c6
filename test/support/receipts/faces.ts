import { type Font, create } from 'fontkit'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../src/platform/project-folder.ts'
import { type Contour, contoursOf } from './fill-outline.ts'

/** The types of receipt printers: two thermal heads, a ribbon of dots, a typewriter, and an office printer. */
export const faceNames = ['roboto-mono', 'inconsolata', 'vt323', 'courier-prime', 'sans'] as const
export type FaceName = (typeof faceNames)[number]

interface Outline {
  contours: Contour[]
  /** In parts of the size of the type. */
  advance: number
  unit: number
}

export interface Face {
  outline(character: string): Outline
}

const sans = join(projectFolder, 'src/platform/pdf/fonts/NotoSans-Regular.ttf')
const files = (name: FaceName) =>
  name === 'sans'
    ? [sans]
    : [
        ...['latin', 'latin-ext'].map((part) =>
          join(projectFolder, `node_modules/@fontsource/${name}/files/${name}-${part}-400-normal.woff`),
        ),
        sans,
      ]

const faces = new Map<FaceName, Face>()

export function openFace(name: FaceName): Face {
  const known = faces.get(name)
  if (known) return known
  const fonts = files(name).map((file) => create(readFileSync(file)) as Font)
  const outlines = new Map<string, Outline>()
  const face: Face = {
    outline(character) {
      const found = outlines.get(character)
      if (found) return found
      const code = character.codePointAt(0) ?? 32
      const font = fonts.find((each) => each.hasGlyphForCodePoint(code))
      if (!font) throw new Error(`No type has the character ${character}.`)
      const glyph = font.glyphForCodePoint(code)
      const outline = {
        contours: contoursOf(glyph.path),
        advance: glyph.advanceWidth / font.unitsPerEm,
        unit: font.unitsPerEm,
      }
      outlines.set(character, outline)
      return outline
    },
  }
  faces.set(name, face)
  return face
}
