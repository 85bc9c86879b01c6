import { Link } from '@tanstack/react-router'
import {
  CornerDownRight,
  Download,
  ExternalLink,
  Mail,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
  Undo2,
} from 'lucide-react'
import { useId, useState } from 'react'
import { dateIn, formatDate } from '../../../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../../../shared/money.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { textLink } from '../../../../web/ui/text-link.ts'
import { May } from '../../../auth/web/may.tsx'
import { useMay, useTimeZone } from '../../../auth/web/session.ts'
import { methodLabels } from '../../../figures/web/figure-row-text.ts'
import { TestBadge } from '../../../invoices/web/test-badge.tsx'
import type { Ledger, LedgerPayment } from '../../contract.ts'
import { disputeReason, evidenceDeadline } from '../../disputes/dispute-rules.ts'
import { receiptUrl } from './ledger-api.ts'
import { disputeLabels, isCounted, methodIcons, refundLabels, worthText } from './ledger-text.ts'
import { OwedChoice } from './owed-choice.tsx'
import { PaidTogether } from './paid-together.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { UndoPaymentDialog } from './undo-payment-dialog.tsx'
import { useEmailReceipt } from './use-email-receipt.ts'

interface PaymentEntryProps {
  invoiceId: string
  ledger: Ledger
  payment: LedgerPayment
}

export function PaymentEntry({ invoiceId, ledger, payment }: PaymentEntryProps) {
  const id = useId()
  const timeZone = useTimeZone()
  const onDay = (moment: string) => dateIn(timeZone, new Date(moment))
  const { method, isTest, amountMinor, creditedMinor, receivedOn, note, undoneAt, refunds, disputes } =
    payment
  const { bankTransaction } = payment
  const Icon = methodIcons[method]
  const worth = worthText(payment, ledger)
  const isUndone = undoneAt !== null
  const struck = isUndone && 'text-muted line-through'
  return (
    <li className="flex gap-3 py-4 first:pt-0 last:pb-0">
      <span
        className={classNames(
          'flex size-8 shrink-0 items-center justify-center rounded-full',
          isUndone ? 'bg-surface-sunken text-muted' : 'bg-positive-soft text-positive',
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <div id={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          {/* Screen readers do not announce the strikethrough; the badge says the same. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className={classNames('font-medium text-foreground', struck)}>{methodLabels[method]}</span>
            {isTest && <TestBadge />}
          </span>
          <span className={classNames('font-semibold tabular-nums text-foreground', struck)}>
            {formatMoney(amountMinor, ledger)}
          </span>
        </div>
        <p className="text-xs text-muted">
          <time dateTime={receivedOn}>{formatDate(receivedOn)}</time>
          {creditedMinor > 0 && !isUndone && ` · ${formatMoney(creditedMinor, ledger)} off for paying early`}
        </p>
        {worth && <p className="text-xs text-muted tabular-nums">{worth}</p>}
        {note && <p className="wrap-anywhere text-muted">{note}</p>}
        <PaidTogether invoices={payment.together} />
        {bankTransaction && (
          <p className="own-words wrap-anywhere text-muted">
            Bank transaction{' '}
            <Link to="/transactions" search={{ search: bankTransaction.description }} className={textLink}>
              {bankTransaction.description}
            </Link>
          </p>
        )}
        {undoneAt && (
          <Badge icon={Undo2}>
            {isTest ? 'Removed' : 'Undone'} {formatDate(onDay(undoneAt))}
          </Badge>
        )}
        {refunds.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1">
            {refunds.map((refund) => (
              <RefundEntry
                key={refund.id}
                invoiceId={invoiceId}
                format={ledger}
                refund={refund}
                day={onDay(refund.createdAt)}
              />
            ))}
          </ul>
        )}
        {disputes.map((dispute) => (
          <DisputeEntry
            key={dispute.id}
            invoiceId={invoiceId}
            format={ledger}
            dispute={dispute}
            dueOn={dispute.evidenceDueAt && onDay(dispute.evidenceDueAt)}
          />
        ))}
        <EntryActions invoiceId={invoiceId} ledger={ledger} payment={payment} describedBy={id} />
      </div>
    </li>
  )
}

interface RefundEntryProps {
  invoiceId: string
  format: MoneyFormat
  refund: LedgerPayment['refunds'][number]
  day: string
}

function RefundEntry({ invoiceId, format, refund, day }: RefundEntryProps) {
  const hasFailed = refund.state === 'failed'
  const counts = !hasFailed && refund.state !== 'removed'
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className={hasFailed ? 'text-negative' : 'text-foreground'}>
        <CornerDownRight aria-hidden className="mr-1.5 inline size-3.5 text-muted" />
        {refundLabels[refund.state]}
        <span className="text-xs whitespace-nowrap text-muted"> {formatDate(day)}</span>
      </span>
      <span className={classNames('tabular-nums', counts ? 'text-foreground' : 'text-muted line-through')}>
        {formatMoney(-refund.amountMinor, format)}
      </span>
      {isCounted(refund) && (
        <OwedChoice invoiceId={invoiceId} kind="refund" id={refund.id} stillOwed={refund.stillOwed} />
      )}
    </li>
  )
}

function EntryActions(props: PaymentEntryProps & { describedBy: string }) {
  const { describedBy, ...entry } = props
  // Undefined until the dialog is first opened.
  const [undoing, setUndoing] = useState<boolean>()
  const [refunding, setRefunding] = useState<boolean>()
  const { id, canUndo, refundableMinor, undoneAt } = entry.payment
  const { invoiceId } = entry
  const emailing = useEmailReceipt(invoiceId, id)
  const mayChange = useMay('money.write')
  const canRefund = refundableMinor > 0
  const button = {
    variant: 'ghost',
    size: 'sm',
    'aria-describedby': describedBy,
    className: '-ml-2 w-fit px-2! text-muted hover:text-foreground',
  } as const
  return (
    <div className="flex flex-wrap gap-x-4 empty:hidden">
      {undoneAt === null && (
        <>
          <Button {...button} asChild>
            <a href={receiptUrl(invoiceId, id)} download>
              <Download aria-hidden />
              Receipt PDF
            </a>
          </Button>
          <May permission="sales.write">
            <Button
              {...button}
              busy={emailing.isPending}
              busyLabel="Sending..."
              onClick={() => emailing.mutate()}
            >
              <Mail aria-hidden />
              Email receipt
            </Button>
          </May>
        </>
      )}
      {mayChange && canUndo && (
        <Button {...button} onClick={() => setUndoing(true)}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
      {mayChange && canRefund && (
        <Button {...button} onClick={() => setRefunding(true)}>
          <RotateCcw aria-hidden />
          Refund
        </Button>
      )}
      {undoing !== undefined && <UndoPaymentDialog {...entry} open={undoing} onOpenChange={setUndoing} />}
      {refunding !== undefined && <RefundDialog {...entry} open={refunding} onOpenChange={setRefunding} />}
    </div>
  )
}

const badges = {
  inquiry: { tone: 'attention', icon: ShieldQuestionMark },
  open: { tone: 'negative', icon: ShieldAlert },
  won: { tone: 'positive', icon: ShieldCheck },
  lost: { tone: 'negative', icon: ShieldX },
  removed: { tone: 'neutral', icon: ShieldX },
} as const

interface DisputeEntryProps {
  invoiceId: string
  format: MoneyFormat
  dispute: LedgerPayment['disputes'][number]
  /** The deadline for evidence, in the business's time zone. */
  dueOn: string | null
}

function DisputeEntry({ invoiceId, format, dispute, dueOn }: DisputeEntryProps) {
  const { id, state, amountMinor, reason, needsResponse, url, openedOn, stillOwed } = dispute
  const { tone, icon } = badges[state]
  const isGone = state === 'open' || state === 'lost'
  return (
    <div className="mt-1 flex flex-col gap-1.5 rounded-md bg-surface-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {disputeLabels[state]}
        </Badge>
        <span className="tabular-nums text-foreground">
          {formatMoney(isGone ? -amountMinor : amountMinor, format)}
        </span>
      </div>
      <p className="text-foreground">{disputeReason(reason)}</p>
      <p className="text-xs text-muted">
        Opened <time dateTime={openedOn}>{formatDate(openedOn)}</time>
        {state === 'open' && ' · no reminders are sent, and the invoice can’t be paid online'}
      </p>
      {needsResponse && (
        <>
          <p className="font-medium text-foreground">Send evidence {evidenceDeadline(dueOn)}.</p>
          <Button asChild variant="secondary" size="sm" className="w-fit">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Send evidence
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Button>
        </>
      )}
      {state === 'lost' && <OwedChoice invoiceId={invoiceId} kind="dispute" id={id} stillOwed={stillOwed} />}
    </div>
  )
}
