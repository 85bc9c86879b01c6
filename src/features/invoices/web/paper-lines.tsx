// One table at every width. On a narrow sheet its rows are laid out one below the other; that takes the table's meaning
// away from some browsers' accessibility trees, so the roles are spelled out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../contract.ts'
import { paperLines } from './paper-rows.ts'

const figure = 'tabular-nums whitespace-nowrap @md/paper:table-cell @md/paper:py-3 @md/paper:text-right'
const gap = '@md/paper:pl-4 @2xl/paper:pl-8'
const words =
  'own-words text-foreground wrap-anywhere whitespace-pre-wrap @md/paper:table-cell @md/paper:w-full @md/paper:py-3'

function HeadCell({ name, first = false }: { name: string; first?: boolean }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'pb-2 text-xs font-medium whitespace-nowrap text-muted',
        first ? 'text-left' : 'text-right',
        !first && gap,
      )}
    >
      {name}
    </th>
  )
}

/** What is charged for: the lines, or the one amount with what it is for. */
export function PaperLines({ invoice }: { invoice: InvoiceDocument }) {
  const single = invoice.charge.kind === 'amount'
  return (
    <table role="table" className="block w-full text-sm @md/paper:table">
      <caption className="sr-only">What this invoice is for</caption>
      <thead
        role="rowgroup"
        className="sr-only @md/paper:not-sr-only @md/paper:table-header-group @md/paper:border-b @md/paper:border-border-strong"
      >
        <tr role="row">
          <HeadCell name="Description" first />
          {!single && <HeadCell name="Qty" />}
          {!single && <HeadCell name="Rate" />}
          <HeadCell name="Amount" />
        </tr>
      </thead>
      <tbody role="rowgroup" className="block @md/paper:table-row-group">
        {single ? <SingleRow invoice={invoice} /> : <LineRows invoice={invoice} />}
      </tbody>
    </table>
  )
}

const row =
  'flex flex-wrap items-baseline gap-x-1.5 gap-y-1 border-b border-border py-3 align-top break-inside-avoid @md/paper:table-row @md/paper:py-0'

function SingleRow({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <tr role="row" className={row}>
      <td role="cell" className={classNames('min-w-0 flex-1', words)}>
        {invoice.description || `Invoice ${invoice.number}`}
      </td>
      <td role="cell" className={classNames('ml-auto font-medium text-foreground', figure, gap)}>
        {formatMoney(invoice.totals.subtotalCents)}
      </td>
    </tr>
  )
}

function LineRows({ invoice }: { invoice: InvoiceDocument }) {
  return paperLines(invoice).map((line) => (
    <tr key={line.key} role="row" className={row}>
      <td role="cell" className={classNames('basis-full', words)}>
        {line.description}
      </td>
      <td
        role="cell"
        className={classNames(
          'text-muted after:ml-1.5 after:content-["×"] @md/paper:after:content-none',
          figure,
          gap,
        )}
      >
        {line.quantity}
      </td>
      <td role="cell" className={classNames('text-muted', figure, gap)}>
        {line.rate}
      </td>
      <td role="cell" className={classNames('ml-auto font-medium text-foreground', figure, gap)}>
        {line.amount}
      </td>
    </tr>
  ))
}
