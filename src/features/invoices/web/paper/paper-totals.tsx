import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { amountDueOf } from '../../document/movement-rules.ts'
import { type DocumentRow, balanceLabel, lateFeeText, rowsAboveDue } from '../../document/row-rules.ts'
import { PartSchedule } from '../parts/part-schedule.tsx'
import { dueOrPaidText } from './due-text.ts'
import { EarlyPaymentNote } from './early-payment-note.tsx'

type Look = InvoiceDocument['style']['look']

export function PaperTotals({ invoice }: { invoice: InvoiceDocument }) {
  const { look } = invoice.style
  const isCompact = look === 'compact'
  const rows = rowsAboveDue(invoice)
  return (
    <div
      className={classNames(
        'flex w-full shrink-0 flex-col self-end break-inside-avoid',
        isCompact ? 'gap-2 @md/paper:max-w-72' : 'gap-3 @md/paper:max-w-88',
      )}
    >
      {rows.length > 0 && (
        <dl className={classNames('flex flex-col', isCompact ? 'gap-1 px-2' : 'gap-2 px-3')}>
          {rows.map((row) => (
            <TotalRow key={row.key} row={row} isCompact={isCompact} />
          ))}
        </dl>
      )}
      <AmountDue invoice={invoice} />
      <PartSchedule invoice={invoice} className={isCompact ? 'px-2' : 'px-3'} />
      <EarlyPaymentNote invoice={invoice} />
      <Note invoice={invoice} text={lateFeeText(invoice)} />
      <Note invoice={invoice} text={invoice.taxNote} />
    </div>
  )
}

/** A sentence below the sums: when a late fee is added, or why no tax is charged. */
function Note({ invoice: { style }, text }: { invoice: InvoiceDocument; text: string }) {
  if (!text) return null
  return (
    <p
      className={classNames(
        'own-words wrap-anywhere whitespace-pre-wrap text-foreground',
        style.look === 'compact' ? 'px-2' : 'px-3',
      )}
    >
      {text}
    </p>
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

interface BoxClasses {
  box: string
  open: string
  paid: string
  until: string
}

/** The day is already at the top of the sheet, so that only screen readers need it here. */
const boxes: Record<Look, BoxClasses> = {
  classic: {
    box: 'rounded-md bg-(--paper-tint) px-3 py-2 text-base',
    open: 'text-(--paper-accent)',
    paid: 'text-positive',
    until: 'text-sm @lg/paper:sr-only',
  },
  modern: {
    box: 'rounded-md px-3 py-2 text-base',
    open: 'bg-(--paper-fill) text-(--paper-on-fill)',
    paid: 'bg-positive text-surface',
    until: 'sr-only',
  },
  compact: {
    box: 'border-t-2 px-2 pt-1.5 text-sm',
    open: 'border-(--paper-accent) text-(--paper-accent)',
    paid: 'border-positive text-positive',
    until: 'sr-only',
  },
}

function AmountDue({ invoice }: { invoice: InvoiceDocument }) {
  const classes = boxes[invoice.style.look]
  return (
    <div className={classNames(classes.box, invoice.status === 'paid' ? classes.paid : classes.open)}>
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4 font-bold">
        <dt>{balanceLabel(invoice)}</dt>
        <dd className="ml-auto tabular-nums">{formatMoney(amountDueOf(invoice), invoice)}</dd>
      </dl>
      <p className={classes.until}>{dueOrPaidText(invoice)}</p>
    </div>
  )
}
