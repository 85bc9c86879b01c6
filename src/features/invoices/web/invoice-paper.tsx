import type { InvoiceDocument } from '../contract.ts'
import { PaperLines } from './paper-lines.tsx'
import { PaperHeader, PaperParties } from './paper-parties.tsx'
import { paperFacts } from './paper-rows.ts'
import { PaperTotals } from './paper-totals.tsx'

/**
 * The invoice as its client sees it, on the page, in print and in the live preview of the form. It is laid out by the
 * width it is given, not by that of the screen.
 */
export function InvoicePaper({ invoice }: { invoice: InvoiceDocument }) {
  // The single amount says itself what it is for.
  const introduction = invoice.charge.kind === 'lines' ? invoice.description : ''
  return (
    <article
      aria-label={`Invoice ${invoice.number}`}
      className="paper @container/paper min-w-0 rounded-lg border border-border bg-surface text-sm shadow-card"
    >
      <div className="paper-content flex flex-col gap-6 p-5 @md/paper:gap-8 @md/paper:p-8 @2xl/paper:p-12">
        <PaperHeader invoice={invoice} />
        <PaperParties invoice={invoice} />
        <PaperFacts invoice={invoice} />
        {introduction && (
          <p className="own-words wrap-anywhere whitespace-pre-wrap text-foreground">{introduction}</p>
        )}
        <PaperLines invoice={invoice} />
        <div className="flex flex-col gap-6 @2xl/paper:flex-row-reverse @2xl/paper:justify-between @2xl/paper:gap-12">
          <PaperTotals invoice={invoice} />
          {invoice.notes && <PaperNotes text={invoice.notes} />}
        </div>
      </div>
    </article>
  )
}

function PaperFacts({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-y border-border py-4 @md/paper:grid-cols-4">
      {paperFacts(invoice).map((fact) => (
        <div key={fact.key} className="min-w-0">
          <dt className="text-xs text-muted">{fact.label}</dt>
          <dd className="own-words mt-0.5 font-medium wrap-anywhere text-foreground tabular-nums">
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PaperNotes({ text }: { text: string }) {
  return (
    <section className="min-w-0 flex-1 border-t border-border pt-4 @2xl/paper:border-t-0 @2xl/paper:pt-0">
      <h3 className="text-xs font-medium tracking-normal text-muted">Notes</h3>
      <p className="own-words mt-1 wrap-anywhere whitespace-pre-wrap text-foreground">{text}</p>
    </section>
  )
}
