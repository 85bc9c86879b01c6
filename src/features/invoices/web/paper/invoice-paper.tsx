import type { CSSProperties } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { factRows } from '../../document/row-rules.ts'
import { inksOf } from '../../document/style-rules.ts'
import { PaperHeader } from './paper-header.tsx'
import { PaperLines } from './paper-lines.tsx'
import { PaperTotals } from './paper-totals.tsx'

type Look = InvoiceDocument['style']['look']

const spacing = {
  classic: 'gap-6 p-5 @md/paper:gap-8 @md/paper:p-8 @2xl/paper:p-12',
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
      aria-label={`Invoice ${invoice.number}`}
      style={paperInks(invoice.style)}
      className={classNames(
        'paper @container/paper min-w-0 overflow-clip rounded-lg border border-border bg-surface shadow-card',
        isCompact ? 'text-xs' : 'text-sm',
      )}
    >
      <div className={classNames('paper-content flex flex-col', spacing[look])}>
        <PaperHeader invoice={invoice} />
        <div
          className={
            isCompact ? 'grid gap-x-6 gap-y-3 @md/paper:grid-cols-2 @2xl/paper:grid-cols-3' : 'contents'
          }
        >
          <PaperParties invoice={invoice} />
          <PaperFacts invoice={invoice} />
        </div>
        {introduction && (
          <p className="own-words wrap-anywhere whitespace-pre-wrap text-foreground">{introduction}</p>
        )}
        <PaperLines invoice={invoice} />
        <div
          className={classNames(
            'flex flex-col @2xl/paper:flex-row-reverse @2xl/paper:justify-between @2xl/paper:gap-12',
            isCompact ? 'gap-3' : 'gap-6',
          )}
        >
          <PaperTotals invoice={invoice} />
          {invoice.notes && <PaperNotes text={invoice.notes} look={look} />}
        </div>
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

const facts = {
  classic: {
    list: 'grid grid-cols-2 gap-x-4 gap-y-3 border-y border-border py-4 @md/paper:grid-cols-4',
    fact: '',
    value: 'mt-0.5',
  },
  modern: {
    list: 'grid grid-cols-2 gap-x-4 gap-y-3 rounded-md bg-(--paper-tint) px-4 py-3.5 @md/paper:grid-cols-4',
    fact: '',
    value: 'mt-0.5 font-semibold',
  },
  compact: {
    list: 'flex flex-col gap-0.5 @md/paper:max-@2xl/paper:col-span-2',
    fact: 'flex justify-between gap-4',
    value: 'text-right',
  },
}

function PaperFacts({ invoice }: { invoice: InvoiceDocument }) {
  const classes = facts[invoice.style.look]
  return (
    <dl className={classes.list}>
      {factRows(invoice, 'document').map((fact) => (
        <div key={fact.key} className={classNames('min-w-0', classes.fact)}>
          <dt className="shrink-0 text-xs text-muted">{fact.label}</dt>
          <dd
            className={classNames(
              'own-words font-medium wrap-anywhere text-foreground tabular-nums',
              classes.value,
            )}
          >
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PaperNotes({ text, look }: { text: string; look: Look }) {
  return (
    <section
      className={classNames(
        'min-w-0 flex-1 border-t border-border @2xl/paper:border-t-0 @2xl/paper:pt-0',
        look === 'compact' ? 'pt-3' : 'pt-4',
      )}
    >
      <PaperHeading look={look}>Notes</PaperHeading>
      <p className="own-words mt-1 wrap-anywhere whitespace-pre-wrap text-foreground">{text}</p>
    </section>
  )
}

function PaperParties({ invoice }: { invoice: InvoiceDocument }) {
  const { look } = invoice.style
  return (
    // In the compact look these are columns of a larger grid.
    <div className={look === 'compact' ? 'contents' : 'grid gap-6 @md/paper:grid-cols-2'}>
      <Party heading="From" party={invoice.company} look={look} />
      <Party heading="Bill to" party={invoice.client} look={look} />
    </div>
  )
}

function Party({ heading, party, look }: { heading: string; party: InvoiceDocument['company']; look: Look }) {
  const { name, contactName, address, email, phone } = party
  const rest = [contactName, address, email, phone].filter((text) => text !== '')
  return (
    <section className="min-w-0 wrap-anywhere">
      <PaperHeading look={look}>{heading}</PaperHeading>
      <p className={classNames('own-words font-semibold text-foreground', look !== 'compact' && 'mt-1')}>
        {name}
      </p>
      <p className="own-words whitespace-pre-wrap text-muted">{rest.join('\n')}</p>
    </section>
  )
}

function PaperHeading({ look, children }: { look: Look; children: string }) {
  return (
    <h3
      className={classNames(
        'text-xs tracking-normal',
        look === 'classic' ? 'font-medium text-muted' : 'font-semibold text-(--paper-accent)',
      )}
    >
      {children}
    </h3>
  )
}
