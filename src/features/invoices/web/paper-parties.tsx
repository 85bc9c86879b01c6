import type { InvoiceDocument } from '../contract.ts'
import { InvoiceStatusBadge } from './invoice-status-badge.tsx'

export function PaperHeader({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <header className="flex items-start justify-between gap-6">
      <div className="shrink-0">
        <h2 className="text-2xl font-semibold tracking-tight text-foreground">Invoice</h2>
        <div className="mt-1 flex flex-col gap-x-3 gap-y-1.5 @md/paper:flex-row @md/paper:items-center">
          <p className="font-medium text-muted tabular-nums">{invoice.number}</p>
          <InvoiceStatusBadge status={invoice.status} />
        </div>
      </div>
      <Letterhead invoice={invoice} />
    </header>
  )
}

function Letterhead({ invoice: { logo, company } }: { invoice: InvoiceDocument }) {
  if (!logo) {
    return (
      <p
        dir="auto"
        className="min-w-0 text-right text-base font-semibold tracking-tight wrap-anywhere text-foreground @2xl/paper:text-xl"
      >
        {company.name}
      </p>
    )
  }
  return (
    <img
      src={logo.url}
      // The company's name stands below in words.
      alt=""
      width={logo.width}
      height={logo.height}
      // A dark logo without a background of its own would vanish on a dark sheet.
      className="h-auto max-h-16 w-auto max-w-1/2 min-w-0 rounded-md bg-[light-dark(transparent,#fff)] object-contain object-right dark:p-2 @2xl/paper:max-h-20"
    />
  )
}

export function PaperParties({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <div className="grid gap-6 @md/paper:grid-cols-2">
      <Party heading="From" party={invoice.company} />
      <Party heading="Bill to" party={invoice.client} />
    </div>
  )
}

function Party({ heading, party }: { heading: string; party: InvoiceDocument['company'] }) {
  const { name, contactName, address, email, phone } = party
  const rest = [contactName, address, email, phone].filter((text) => text !== '')
  return (
    <section className="min-w-0 wrap-anywhere">
      <h3 className="text-xs font-medium tracking-normal text-muted">{heading}</h3>
      <p className="own-words mt-1 font-semibold text-foreground">{name}</p>
      <p className="own-words whitespace-pre-wrap text-muted">{rest.join('\n')}</p>
    </section>
  )
}
