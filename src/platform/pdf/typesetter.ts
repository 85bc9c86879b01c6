import bidiModule from 'bidi-js'
import type { Bidi } from 'bidi-js'
import { type Font, create } from 'fontkit'
import { type Fonts, createFonts } from './fonts.ts'
import { type Shaper, createShaper } from './shape.ts'

export interface Typesetter {
  fonts: Fonts
  shaper: Shaper
  bidi: Bidi
}

function createTypesetter(): Typesetter {
  // The package's types describe an ES module, but Node loads the function itself.
  const bidi = (bidiModule as unknown as typeof bidiModule.default)()
  return { fonts: createFonts((bytes) => create(bytes) as Font), shaper: createShaper(bidi), bidi }
}

/** Created once per process: reading and parsing fonts is most of the work of a PDF. */
export const typesetter = createTypesetter()
