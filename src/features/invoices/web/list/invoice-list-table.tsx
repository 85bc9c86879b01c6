import { Link } from '@tanstack/react-router'
import { Pencil, Repeat } from 'lucide-react'
import { type ComponentType, memo, useMemo } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { May } from '../../../auth/web/may.tsx'
import { useSession } from '../../../auth/web/session.ts'
import type { InvoiceListItem } from '../../contract.ts'
import { CompactLabel, compactButton, compactParent, quietButton } from '../actions/compact-label.tsx'
import { ApprovalBadge } from '../approval/approval-badge.tsx'
import {
  DisputedBadge,
  InvoiceStatusBadge,
  PartCreditedBadge,
  PartPaidBadge,
} from '../invoice-status-badge.tsx'
import { TestBadge } from '../test-badge.tsx'
import { actionsColumn, cardDetail, clientColumn, numberId } from './document-columns.tsx'
import { DeliveryHint, ReminderHint } from './invoice-hints.tsx'

interface InvoiceListTableProps {
  invoices: readonly InvoiceListItem[]
  loading: boolean
  /** The actions of a row. `describedBy` has the ids of the elements that name the invoice. */
  Actions: ComponentType<{ invoice: InvoiceListItem; describedBy: string; inRow: boolean }>
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
    () => [...plainColumns, statusColumn(timeZone), actionsWith(Actions)],
    [timeZone, Actions],
  )
  return (
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      loading={loading}
      dense
    />
  )
})

const isOpen = ({ status }: InvoiceListItem) => status !== 'paid' && status !== 'cancelled'
const isPartPaid = (invoice: InvoiceListItem) =>
  isOpen(invoice) && invoice.openMinor < invoice.totalMinor - invoice.creditNotesMinor
const isPartCredited = (invoice: InvoiceListItem) =>
  invoice.status !== 'cancelled' && invoice.creditNotesMinor > 0

const plainColumns: ReadonlyArray<Column<InvoiceListItem>> = [
  {
    key: 'number',
    header: 'Number',
    className: `text-muted ${cardDetail}`,
    cell: (invoice) => (
      <span className="inline-flex items-center gap-1.5">
        <span id={numberId(invoice)}>{invoice.number}</span>
        {invoice.seriesId !== null && (
          <span className={compactParent}>
            <Repeat aria-hidden className="size-3" />
            <CompactLabel className="as-cards:sr-only">Recurring</CompactLabel>
          </span>
        )}
      </span>
    ),
  },
  clientColumn('/invoices/$id'),
  {
    key: 'due',
    header: 'Due',
    className: `as-cards:text-muted ${cardDetail}`,
    cell: (invoice) => (
      <span className={compactParent}>
        <span className="as-table:hidden max-[24rem]:sr-only">Due&nbsp;</span>
        <time dateTime={invoice.dueDate}>{formatDate(invoice.dueDate)}</time>
        <CompactLabel className="as-cards:sr-only">
          Issued <time dateTime={invoice.issueDate}>{formatDate(invoice.issueDate)}</time>
        </CompactLabel>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: 'as-cards:order-1 as-cards:max-w-[55%]',
    cell: (invoice) => {
      const format = { currency: invoice.currency }
      const total = formatMoney(invoice.totalMinor, format)
      if (!isOpen(invoice) || invoice.openMinor === invoice.totalMinor)
        return <span className="font-semibold text-foreground">{total}</span>
      return (
        <div className="flex flex-wrap items-baseline justify-end gap-x-1 whitespace-nowrap as-table:flex-nowrap as-tight-table:flex-wrap">
          <span className="font-semibold text-foreground">{formatMoney(invoice.openMinor, format)} due</span>
          <span className="text-xs text-muted">of {total}</span>
        </div>
      )
    },
  },
]

function statusColumn(timeZone: string): Column<InvoiceListItem> {
  return {
    key: 'status',
    header: 'Status',
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: (invoice) => (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-cards:justify-end as-table:w-max as-table:max-w-72 as-tight-table:w-auto as-tight-table:min-w-32 as-tight-table:gap-x-1">
        {invoice.isDisputed ? <DisputedBadge /> : <InvoiceStatusBadge status={invoice.status} />}
        {invoice.approval !== null && <ApprovalBadge approval={invoice.approval} />}
        {isPartPaid(invoice) && <PartPaidBadge />}
        {isPartCredited(invoice) && <PartCreditedBadge />}
        {invoice.hasTestPayments && <TestBadge />}
        {invoice.approval === null && <DeliveryHint invoice={invoice} />}
        <ReminderHint invoice={invoice} timeZone={timeZone} />
      </div>
    ),
  }
}

function actionsWith(Actions: InvoiceListTableProps['Actions']): Column<InvoiceListItem> {
  return actionsColumn((invoice, describedBy) => (
    <>
      {invoice.creditNotesMinor === 0 && (
        <May permission="sales.write">
          <Button
            asChild
            variant="ghost"
            size="sm"
            className={classNames(
              compactButton,
              'as-cards:flex-auto as-cards:px-2',
              invoice.status === 'paid' && quietButton,
            )}
          >
            <Link to="/invoices/$id/edit" params={{ id: invoice.id }} aria-describedby={describedBy}>
              <Pencil aria-hidden className="as-cards:hidden" />
              <CompactLabel>Edit</CompactLabel>
            </Link>
          </Button>
        </May>
      )}
      <Actions invoice={invoice} describedBy={describedBy} inRow />
    </>
  ))
}
