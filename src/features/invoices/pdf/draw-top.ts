import { drawClassicTop } from './draw-classic-top.ts'
import { drawCompactTop } from './draw-compact-top.ts'
import { drawModernTop } from './draw-modern-top.ts'
import { drawOwnFields } from './draw-own-fields.ts'
import type { Flow } from './pdf-flow.ts'
import type { Top } from './pdf-top.ts'

const tops = { classic: drawClassicTop, modern: drawModernTop, compact: drawCompactTop }

/** Draws the top of the first page in the look of the document. */
export function drawTop(flow: Flow, top: Top): void {
  tops[flow.look.name](flow, top)
  drawOwnFields(flow, top.facts.own ?? [])
}
