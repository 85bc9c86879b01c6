import type { CSSProperties } from 'react'
import type { InvoiceDocument } from '../../contract.ts'
import { inksOf } from '../../document/style-rules.ts'

/** The accent's colours as custom properties of the sheet. In print the scheme is light, whatever the screen was. */
export function paperInks(style: InvoiceDocument['style']): CSSProperties {
  const { fill, onFill, text, tint, darkFill, onDarkFill, darkText, darkTint } = inksOf(style)
  const properties: Record<`--paper-${string}`, string> = {
    '--paper-fill': `light-dark(${fill}, ${darkFill})`,
    '--paper-on-fill': `light-dark(${onFill}, ${onDarkFill})`,
    '--paper-accent': `light-dark(${text}, ${darkText})`,
    '--paper-tint': `light-dark(${tint}, ${darkTint})`,
  }
  return properties
}
