import type { CSSProperties } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { notesTitle, titleOf } from '../../document/row-rules.ts'
import { inksOf } from '../../document/style-rules.ts'
import { PaperAcceptance } from './paper-acceptance.tsx'
import { PaperHeading } from './paper-heading.tsx'
import { PaperLines } from './paper-lines.tsx'
import { PaperTop } from './paper-top.tsx'
import { PaperTotals } from './paper-totals.tsx'

const spacing = {
  classic:
    'gap-6 border-t-6 border-(--paper-fill) p-5 @md/paper:gap-7 @md/paper:p-8 @2xl/paper:p-12 @2xl/paper:pt-10',
  modern: 'gap-6 p-5 @md/paper:gap-8 @md/paper:p-8 @2xl/paper:px-12 @2xl/paper:pb-12',
  compact: 'gap-3 print:gap-2! border-t-4 border-(--paper-fill) p-4 @md/paper:p-6 @2xl/paper:p-8',
}

/** The invoice as the client sees it. Its layout depends on the width of the container, not of the screen. */
export function InvoicePaper({ invoice }: { invoice: InvoiceDocument }) {
  const { look } = invoice.style
  const isCompact = look === 'compact'
  // A single amount shows the description in its own row.
  const introduction = invoice.charge.kind === 'lines' ? invoice.description : ''
  return (
    <article
      aria-label={`${titleOf(invoice)} ${invoice.number}`}
      style={paperInks(invoice.style)}
      className={classNames(
        'paper @container/paper min-w-0 overflow-clip rounded-lg border border-border bg-surface shadow-card',
        isCompact ? 'text-xs' : 'text-sm',
      )}
    >
      <div className={classNames('paper-content flex flex-col', spacing[look])}>
        <PaperTop invoice={invoice} />
        {introduction && (
          <p className="own-words wrap-anywhere whitespace-pre-wrap text-foreground">{introduction}</p>
        )}
        <PaperLines invoice={invoice} />
        <PaperTotals invoice={invoice} />
        {invoice.notes && <PaperNotes invoice={invoice} />}
        <PaperAcceptance invoice={invoice} />
      </div>
    </article>
  )
}

/** Returns the accent colours as custom properties. Print always uses the light colours. */
function paperInks(style: InvoiceDocument['style']): CSSProperties {
  const { fill, onFill, text, tint, darkFill, onDarkFill, darkText, darkTint } = inksOf(style)
  const properties: Record<`--paper-${string}`, string> = {
    '--paper-fill': `light-dark(${fill}, ${darkFill})`,
    '--paper-on-fill': `light-dark(${onFill}, ${onDarkFill})`,
    '--paper-accent': `light-dark(${text}, ${darkText})`,
    '--paper-tint': `light-dark(${tint}, ${darkTint})`,
  }
  return properties
}

function PaperNotes({ invoice }: { invoice: InvoiceDocument }) {
  const isCompact = invoice.style.look === 'compact'
  return (
    <section className={classNames('min-w-0 border-t border-border', isCompact ? 'pt-2' : 'pt-3')}>
      <PaperHeading>{notesTitle(invoice)}</PaperHeading>
      <p className="own-words mt-1 wrap-anywhere whitespace-pre-wrap text-foreground">{invoice.notes}</p>
    </section>
  )
}
