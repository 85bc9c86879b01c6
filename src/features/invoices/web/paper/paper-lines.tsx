// One table for every width. On narrow screens CSS stacks the cells, and some browsers then drop the table from the
// accessibility tree, so the roles are explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { amountDescription, lineRows, titleOf } from '../../document/row-rules.ts'

const gap = '@md/paper:pl-4 @2xl/paper:pl-8'
const figure = 'tabular-nums whitespace-nowrap @md/paper:table-cell @md/paper:text-right'
const descriptionCell =
  'own-words text-foreground wrap-anywhere whitespace-pre-wrap @md/paper:table-cell @md/paper:w-full'

const looks = {
  classic: {
    head: '',
    name: 'bg-(--paper-fill) py-1.5 font-semibold text-(--paper-on-fill) first:rounded-l-sm first:pl-3 last:rounded-r-sm last:pr-3',
    body: '',
    row: 'border-b border-border px-3 py-3',
    cell: '@md/paper:py-2.5 @md/paper:first:pl-3 @md/paper:last:pr-3',
  },
  modern: {
    head: '@md/paper:border-b-2 @md/paper:border-(--paper-accent)',
    name: 'pb-2 font-semibold text-(--paper-accent) first:pl-3 last:pr-3',
    body: 'border-b border-border',
    row: 'px-3 py-3 even:bg-(--paper-tint)',
    cell: '@md/paper:py-2.5 @md/paper:first:pl-3 @md/paper:last:pr-3',
  },
  compact: {
    head: '@md/paper:bg-(--paper-tint)',
    name: 'py-1 font-semibold text-(--paper-accent) first:pl-2 last:pr-2',
    body: '',
    row: 'border-b border-border px-2 py-1.5',
    cell: '@md/paper:py-1 @md/paper:first:pl-2 @md/paper:last:pr-2 print:py-px!',
  },
}
type Look = (typeof looks)[keyof typeof looks]

function HeadCell({ name, look, first = false }: { name: string; look: Look; first?: boolean }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'text-xs whitespace-nowrap',
        look.name,
        first ? 'text-left' : 'text-right',
        !first && gap,
      )}
    >
      {name}
    </th>
  )
}

export function PaperLines({ invoice }: { invoice: InvoiceDocument }) {
  const { charge } = invoice
  const single = charge.kind === 'amount'
  // A credit note may have fees alone.
  if (!single && charge.lines.length === 0) return null
  const look = looks[invoice.style.look]
  return (
    <table role="table" className="block w-full @md/paper:table">
      <caption className="sr-only">What this {titleOf(invoice).toLowerCase()} is for</caption>
      <thead
        role="rowgroup"
        className={classNames('sr-only @md/paper:not-sr-only @md/paper:table-header-group', look.head)}
      >
        <tr role="row">
          <HeadCell name="Description" look={look} first />
          {!single && <HeadCell name="Qty" look={look} />}
          {!single && <HeadCell name="Rate" look={look} />}
          <HeadCell name="Amount" look={look} />
        </tr>
      </thead>
      <tbody role="rowgroup" className={classNames('block @md/paper:table-row-group', look.body)}>
        {single ? <SingleRow invoice={invoice} look={look} /> : <LineRows invoice={invoice} look={look} />}
      </tbody>
    </table>
  )
}

const row =
  'flex flex-wrap items-baseline gap-x-1.5 gap-y-1 align-top break-inside-avoid @md/paper:table-row @md/paper:py-0'

interface RowsProps {
  invoice: InvoiceDocument
  look: Look
}

function SingleRow({ invoice, look }: RowsProps) {
  return (
    <tr role="row" className={classNames(row, look.row)}>
      <td role="cell" className={classNames('min-w-0 flex-1', descriptionCell, look.cell)}>
        {amountDescription(invoice)}
      </td>
      <td role="cell" className={classNames('ml-auto font-semibold text-foreground', figure, gap, look.cell)}>
        {formatMoney(invoice.totals.subtotalMinor, invoice)}
      </td>
    </tr>
  )
}

function LineRows({ invoice, look }: RowsProps) {
  return lineRows(invoice).map((line) => (
    <tr key={line.key} role="row" className={classNames(row, look.row)}>
      <td role="cell" className={classNames('basis-full', descriptionCell, look.cell)}>
        {line.description}
      </td>
      <td
        role="cell"
        className={classNames(
          'text-muted after:ml-1.5 after:content-["×"] @md/paper:after:content-none',
          figure,
          gap,
          look.cell,
        )}
      >
        {line.quantity}
      </td>
      <td role="cell" className={classNames('text-muted', figure, gap, look.cell)}>
        {line.rate}
      </td>
      <td role="cell" className={classNames('ml-auto font-semibold text-foreground', figure, gap, look.cell)}>
        {line.amount}
      </td>
    </tr>
  ))
}
