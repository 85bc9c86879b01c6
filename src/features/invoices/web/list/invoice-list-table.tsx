import { Link } from '@tanstack/react-router'
import {
  Bell,
  Clock,
  Eye,
  MailWarning,
  MessageCircle,
  Pencil,
  Repeat,
  Send,
  TriangleAlert,
} from 'lucide-react'
import { type ComponentType, memo, useMemo } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { useSession } from '../../../auth/web/session.ts'
import type { InvoiceListItem } from '../../contract.ts'
import { CompactLabel, compactButton } from '../actions/compact-label.tsx'
import { DisputedBadge, InvoiceStatusBadge } from '../invoice-status-badge.tsx'
import { TestBadge } from '../test-badge.tsx'
import { deliveryOf, deliveryText } from './delivery-text.ts'
import { remindedText } from './reminded-text.ts'

interface InvoiceListTableProps {
  invoices: readonly InvoiceListItem[]
  loading: boolean
  /** The actions of a row. `describedBy` is the id of the element that names the invoice. */
  Actions: ComponentType<{ invoice: InvoiceListItem; describedBy: string }>
}

/** Memoized, so that its fifty rows of buttons rerender only when the rows change. */
export const InvoiceListTable = memo(function InvoiceRows({
  invoices,
  loading,
  Actions,
}: InvoiceListTableProps) {
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const columns = useMemo(
    () => [clientColumn(timeZone), ...plainColumns, actionsColumn(Actions)],
    [timeZone, Actions],
  )
  return (
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      loading={loading}
    />
  )
})

const nameId = (invoice: InvoiceListItem) => `invoice-${invoice.id}`

function clientColumn(timeZone: string): Column<InvoiceListItem> {
  return {
    key: 'client',
    header: 'Client',
    primary: true,
    className: 'as-table:w-full',
    cell: (invoice) => (
      <div id={nameId(invoice)} className="as-table:max-w-80 as-table:min-w-32">
        <Link
          to="/invoices/$id"
          params={{ id: invoice.id }}
          className="own-words font-medium wrap-anywhere text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
        >
          {invoice.clientName}
        </Link>
        <p className="text-xs font-normal text-muted">
          <span className="tabular-nums">{invoice.number}</span>
          <span aria-hidden> · </span>
          {invoice.seriesId !== null && (
            <>
              <span className="whitespace-nowrap">
                <Repeat aria-hidden className={hintIcon} /> Recurring
              </span>
              <span aria-hidden> · </span>
            </>
          )}
          <span className="wrap-anywhere">{invoice.clientEmail}</span>
        </p>
        <ReminderHint
          text={remindedText(invoice, timeZone)}
          saysPaid={invoice.remindersPausedBy === 'client'}
        />
      </div>
    ),
  }
}

const plainColumns: ReadonlyArray<Column<InvoiceListItem>> = [
  {
    key: 'due',
    header: 'Due',
    cell: (invoice) => (
      <div className="@4xl/data-table:whitespace-nowrap [&_time]:whitespace-nowrap">
        <time dateTime={invoice.dueDate}>{formatDate(invoice.dueDate)}</time>
        <div className="text-xs text-muted">
          Issued <time dateTime={invoice.issueDate}>{formatDate(invoice.issueDate)}</time>
        </div>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: (invoice) => (
      <div>
        <span className="font-semibold text-foreground">{formatMoney(invoice.totalCents)}</span>
        {invoice.status !== 'paid' && invoice.openCents < invoice.totalCents && (
          <div className="text-xs text-muted">{formatMoney(invoice.openCents)} open</div>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (invoice) => (
      <div className="flex items-center gap-2 as-cards:flex-row-reverse as-table:flex-col as-table:items-start as-table:gap-1">
        {invoice.isDisputed ? <DisputedBadge /> : <InvoiceStatusBadge status={invoice.status} />}
        {invoice.hasTestPayments && <TestBadge />}
        <DeliveryHint invoice={invoice} />
      </div>
    ),
  },
]

function actionsColumn(Actions: InvoiceListTableProps['Actions']): Column<InvoiceListItem> {
  return {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className: 'as-table:w-px as-cards:mr-0! as-cards:mb-0! as-cards:pt-3!',
    cell: (invoice) => (
      <div className="flex w-full items-center gap-2 as-table:justify-end as-tight-table:gap-1">
        <Button
          asChild
          variant="ghost"
          size="sm"
          className={classNames(compactButton, 'as-cards:flex-auto as-cards:px-2')}
        >
          <Link to="/invoices/$id/edit" params={{ id: invoice.id }} aria-describedby={nameId(invoice)}>
            <Pencil aria-hidden className="as-cards:hidden" />
            <CompactLabel>Edit</CompactLabel>
          </Link>
        </Button>
        <Actions invoice={invoice} describedBy={nameId(invoice)} />
      </div>
    ),
  }
}

const hintIcon = 'inline size-3 align-[-0.125em]'

/** Highlights a client's message, which needs the owner's attention. */
function ReminderHint({ text, saysPaid }: { text: string | null; saysPaid: boolean }) {
  if (text === null) return null
  const Icon = saysPaid ? MessageCircle : Bell
  return (
    <p className={classNames('text-xs font-normal', saysPaid ? 'text-attention' : 'text-muted')}>
      <Icon aria-hidden className={hintIcon} /> {text}
    </p>
  )
}

const deliveryLooks = {
  'not-sent': { icon: null, look: 'whitespace-nowrap text-muted' },
  waiting: { icon: MailWarning, look: 'w-32 text-left text-attention' },
  sending: { icon: Clock, look: 'whitespace-nowrap text-muted' },
  sent: { icon: Send, look: 'whitespace-nowrap text-muted' },
  failed: { icon: TriangleAlert, look: 'font-medium whitespace-nowrap text-negative' },
  viewed: { icon: Eye, look: 'whitespace-nowrap text-muted' },
}

function DeliveryHint({ invoice }: { invoice: InvoiceListItem }) {
  const delivery = deliveryOf(invoice)
  const { icon: Icon, look } = deliveryLooks[delivery]
  return (
    <span
      className={classNames('inline-flex items-center gap-1 text-xs [&_svg]:size-3 [&_svg]:flex-none', look)}
    >
      {Icon && <Icon aria-hidden />} {deliveryText[delivery]}
    </span>
  )
}
