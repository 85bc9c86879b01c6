import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { amountDueOf } from '../../document/movement-rules.ts'
import { type DocumentRow, paidRows, sumRows } from '../../document/row-rules.ts'
import { dueText } from './due-text.ts'
import { EarlyPaymentNote } from './early-payment-note.tsx'

type Look = InvoiceDocument['style']['look']

export function PaperTotals({ invoice }: { invoice: InvoiceDocument }) {
  const { look } = invoice.style
  const isCompact = look === 'compact'
  return (
    <div
      className={classNames(
        'flex w-full shrink-0 flex-col self-end break-inside-avoid @2xl/paper:self-start',
        isCompact ? 'gap-2 @md/paper:max-w-64 @md/paper:pr-2' : 'gap-4 @md/paper:max-w-80',
      )}
    >
      <dl className={classNames('flex flex-col', isCompact ? 'gap-1' : 'gap-2')}>
        {[...sumRows(invoice), ...paidRows(invoice)].map((row) => (
          <TotalRow key={row.key} row={row} isCompact={isCompact} />
        ))}
      </dl>
      <AmountDue invoice={invoice} />
      <EarlyPaymentNote invoice={invoice} />
    </div>
  )
}

function TotalRow({ row, isCompact }: { row: DocumentRow; isCompact: boolean }) {
  const total = row.key === 'total'
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        total && 'font-semibold not-first:border-t not-first:border-border',
        total && (isCompact ? 'not-first:pt-1' : 'not-first:pt-2'),
      )}
    >
      <dt className={classNames('own-words min-w-0 wrap-anywhere', total ? 'text-foreground' : 'text-muted')}>
        {row.label}
        {row.detail && <span className="own-words block text-xs">{row.detail}</span>}
      </dt>
      <dd className="shrink-0 whitespace-nowrap text-foreground tabular-nums">{row.value}</dd>
    </div>
  )
}

const boxes: Record<Look, { box: string; label: string; figure: string; until: string; paid: string }> = {
  classic: {
    box: 'rounded-md bg-surface-sunken px-4 py-3',
    label: 'text-sm font-medium text-foreground',
    figure: 'text-2xl font-semibold text-(--paper-accent)',
    until: 'text-sm text-muted',
    paid: 'mt-1 text-sm text-positive',
  },
  modern: {
    box: 'rounded-md bg-(--paper-fill) px-4 py-3 text-(--paper-on-fill)',
    label: 'text-sm font-semibold',
    figure: 'text-2xl font-bold',
    until: 'text-sm',
    paid: 'mt-1 text-sm',
  },
  compact: {
    box: 'border-t-2 border-(--paper-accent) pt-1.5',
    label: 'text-sm font-semibold text-(--paper-accent)',
    figure: 'text-base font-bold text-(--paper-accent)',
    until: 'text-right text-muted',
    paid: 'text-right text-positive',
  },
}

function AmountDue({ invoice }: { invoice: InvoiceDocument }) {
  const classes = boxes[invoice.style.look]
  return (
    <div className={classes.box}>
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className={classes.label}>Amount due</dt>
        <dd className={classNames('ml-auto tracking-tight tabular-nums', classes.figure)}>
          {formatMoney(amountDueOf(invoice))}
        </dd>
      </dl>
      {invoice.status !== 'paid' && <p className={classes.until}>{dueText(invoice)}</p>}
      {invoice.paidOn && <p className={classes.paid}>Paid {formatDate(invoice.paidOn)}</p>}
    </div>
  )
}
