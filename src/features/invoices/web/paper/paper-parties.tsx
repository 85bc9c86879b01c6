import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'

type Look = InvoiceDocument['style']['look']

export function PaperParties({ invoice }: { invoice: InvoiceDocument }) {
  const { look } = invoice.style
  return (
    // In the compact look these are columns of a larger grid.
    <div className={look === 'compact' ? 'contents' : 'grid gap-6 @md/paper:grid-cols-2'}>
      <Party heading="From" party={invoice.company} look={look} />
      <Party heading="Bill to" party={invoice.client} look={look} />
    </div>
  )
}

interface PartyProps {
  heading: string
  party: InvoiceDocument['company']
  look: Look
}

function Party({ heading, party, look }: PartyProps) {
  const { name, contactName, address, email, phone } = party
  const rest = [contactName, address, email, phone].filter((text) => text !== '')
  return (
    <section className="min-w-0 wrap-anywhere">
      <h3
        className={classNames(
          'text-xs tracking-normal',
          look === 'classic' ? 'font-medium text-muted' : 'font-semibold text-(--paper-accent)',
        )}
      >
        {heading}
      </h3>
      <p className={classNames('own-words font-semibold text-foreground', look !== 'compact' && 'mt-1')}>
        {name}
      </p>
      <p className="own-words whitespace-pre-wrap text-muted">{rest.join('\n')}</p>
    </section>
  )
}
