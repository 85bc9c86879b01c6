import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type ListCursor, PagedCard } from '../../../../web/lists/paged-card.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import type { Column } from '../../../../web/ui/data-table.tsx'
import { RowCheckbox } from '../../../../web/ui/fields/row-checkbox.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { rowLink } from '../../../../web/ui/text-link.ts'
import { pdfUrl } from '../../../invoices/web/invoice-api.ts'
import { DisputedBadge, InvoiceStatusBadge } from '../../../invoices/web/invoice-status-badge.tsx'
import type { Portal, PortalInvoice } from '../../contract.ts'
import { isPayable, suggestedIds } from '../payable.ts'
import { type InvoiceFilter, portalInvoicesQuery } from '../portal-api.ts'
import { PayBar } from './pay-bar.tsx'

const otherColumns: ReadonlyArray<Column<PortalInvoice>> = [
  {
    key: 'due',
    header: 'Due',
    className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
    cell: ({ dueDate }) => (
      <>
        <span className="as-table:hidden">Due </span>
        <time dateTime={dueDate}>{formatDate(dueDate)}</time>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: 'as-cards:order-1',
    cell: (invoice) => <Amount invoice={invoice} />,
  },
  {
    key: 'status',
    header: 'Status',
    className: 'as-cards:order-3',
    cell: ({ status, isDisputed }) =>
      isDisputed ? <DisputedBadge /> : <InvoiceStatusBadge status={status} />,
  },
  {
    key: 'pdf',
    header: 'PDF',
    hideHeader: true,
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: ({ id, number }) => (
      <Button asChild variant="ghost" size="sm">
        <a href={pdfUrl(id)} download aria-label={`Download PDF of invoice ${number}`}>
          <Download aria-hidden />
          PDF
        </a>
      </Button>
    ),
  },
]

/** The total, and what of it is due where a part was paid. */
function Amount({ invoice }: { invoice: PortalInvoice }) {
  const { totalMinor, openMinor, status } = invoice
  const isPart = openMinor > 0 && openMinor !== totalMinor && status !== 'paid' && status !== 'cancelled'
  return (
    <span className="flex flex-col items-end">
      <span className="font-semibold text-foreground">{formatMoney(totalMinor, invoice)}</span>
      {isPart && <span className="text-xs text-muted">{formatMoney(openMinor, invoice)} due</span>}
    </span>
  )
}

const filters = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
] as const

const emptyTexts = {
  all: { title: 'No invoices yet', text: 'Your invoices are listed here.' },
  open: { title: 'Nothing to pay', text: 'You have no unpaid invoices.' },
  paid: { title: 'No paid invoices', text: 'Invoices that you paid are listed here.' },
}

interface InvoicesTabProps {
  token: string
  portal: Portal
  initialFilter: InvoiceFilter
}

/** All invoices of the client. Each leads to its own page and its PDF; several can be paid together. */
export function InvoicesTab({ token, portal, initialFilter }: InvoicesTabProps) {
  const [filter, setFilter] = useState(initialFilter)
  const [cursor, setCursor] = useState<ListCursor>(null)
  // Null until the client chooses: who came to pay finds the invoices of one currency chosen.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const list = useQuery(portalInvoicesQuery(token, filter, cursor))
  const invoices = list.data?.invoices ?? []
  const suggested = initialFilter === 'open' && !portal.isPreview ? suggestedIds(invoices) : []
  const ids = chosen ?? new Set(suggested)

  function turnTo(next: { filter: InvoiceFilter; cursor: ListCursor }) {
    setFilter(next.filter)
    setCursor(next.cursor)
    setChosen(new Set())
  }
  function toggle(id: string) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const columns = [
    numberColumn(portal.isPreview || !invoices.some(isPayable) ? null : { ids, toggle }),
    ...otherColumns,
  ]
  return (
    <div className="flex flex-col gap-4">
      {ids.size > 0 && (
        <PayBar
          token={token}
          company={portal.business.name}
          invoiceIds={invoices.map(({ id }) => id).filter((id) => ids.has(id))}
          owed={portal.owed}
          onDone={() => setChosen(new Set())}
        />
      )}
      <PagedCard
        name="Your invoices"
        query={list}
        page={list.data && { ...list.data, rows: list.data.invoices }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={emptyTexts[filter]}
        onTurn={(next) => turnTo({ filter, cursor: next })}
      >
        <Segmented
          legend="Show"
          className="sm:w-fit"
          value={filter}
          options={filters}
          onValueChange={(next) => turnTo({ filter: next, cursor: null })}
        />
      </PagedCard>
    </div>
  )
}

interface Choice {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
}

/** The number, after a checkbox where the invoice can be paid together with others. */
function numberColumn(choice: Choice | null): Column<PortalInvoice> {
  return {
    key: 'number',
    header: 'Number',
    primary: true,
    className: 'as-cards:order-1 as-cards:grow',
    cell: (invoice) => (
      <span className="flex items-center gap-3">
        {choice &&
          (isPayable(invoice) ? (
            <RowCheckbox
              label={`Pay invoice ${invoice.number}, ${formatMoney(invoice.dueMinor, invoice)}`}
              checked={choice.ids.has(invoice.id)}
              onChange={() => choice.toggle(invoice.id)}
            />
          ) : (
            // As wide as a checkbox, so that the numbers stand below each other.
            <span aria-hidden className="size-5 as-cards:hidden" />
          ))}
        <Link to="/invoices/$id/view" params={{ id: invoice.id }} className={rowLink}>
          {invoice.number}
        </Link>
      </span>
    ),
  }
}
