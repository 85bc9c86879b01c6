import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../../../shared/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { useMay } from '../../../auth/web/session.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { publicInvoiceQuery } from '../../../invoices/web/invoice-api.ts'
import type { Ledger } from '../../contract.ts'
import { paymentOptionsQuery } from '../checkout/payment-api.ts'
import { ownerNotes } from '../checkout/unpayable-text.ts'
import { ledgerQuery } from './ledger-api.ts'
import { overpaidText } from './ledger-text.ts'
import { MarkPaidButton } from './mark-paid-button.tsx'
import { PaymentEntry } from './payment-entry.tsx'

const pollIntervalMs = 5000

export function PaymentsPanel({ invoice }: { invoice: Invoice }) {
  const ledger = useQuery({
    ...ledgerQuery(invoice.id),
    // A requested refund gets its result in the background.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && hasRequestedRefund(data) && pollIntervalMs,
  })
  return (
    <Card aria-label="Payments">
      <CardHeader>
        <CardTitle>Payments</CardTitle>
      </CardHeader>
      <CardContent>
        {invoice.openMinor > 0 && <OnlinePayment invoice={invoice} />}
        {ledger.data ? (
          ledger.data.payments.length === 0 ? (
            <NothingYet invoice={invoice} />
          ) : (
            <FilledLedger invoiceId={invoice.id} ledger={ledger.data} />
          )
        ) : (
          <PanelFallback
            query={ledger}
            title="The payments could not be loaded"
            text={null}
            sizes={['h-10 w-full', 'h-16 w-full']}
          />
        )}
      </CardContent>
    </Card>
  )
}

function hasRequestedRefund({ payments }: Ledger): boolean {
  return payments.some(({ refunds }) => refunds.some(({ state }) => state === 'requested'))
}

/** Keeps the owner from asking the client again or recording the payment by hand, and says which ways to pay are missing. */
function OnlinePayment({ invoice: { id: invoiceId, sentAt } }: { invoice: Invoice }) {
  const { data } = useQuery(paymentOptionsQuery(invoiceId))
  if (!data) return null
  if (!data.isProcessing) {
    return (
      <>
        {/* A draft has no page that says it. */}
        {data.savedCard !== null && sentAt !== null && <PlannedCharge invoiceId={invoiceId} />}
        {ownerNotes(data).map((note) => (
          <p key={note} className="mb-4 text-sm text-muted">
            {note}
          </p>
        ))}
      </>
    )
  }
  return (
    <Notice title="A payment is on its way" className="mb-4">
      {data.savedCard === null && 'Your client has paid. '}
      The payment is being confirmed, which can take a few days. It appears here automatically.
    </Notice>
  )
}

/** Says which saved card will be charged, how much and when. */
function PlannedCharge({ invoiceId }: { invoiceId: string }) {
  const { data } = useQuery(publicInvoiceQuery(invoiceId))
  if (!data?.autopay) return null
  const { card, amountMinor, on } = data.autopay
  return (
    <Notice title="Paid automatically" className="mb-4">
      {card} will be charged {formatMoney(amountMinor, data)} on {formatDate(on)}.
    </Notice>
  )
}

function NothingYet({ invoice }: { invoice: Invoice }) {
  const mayRecord = useMay('money.write')
  if (invoice.status === 'cancelled') {
    const text = 'This invoice was canceled, so there is nothing to pay.'
    return <EmptyState icon={Wallet} className="py-4!" title="Nothing received" text={text} />
  }
  const isFree = invoice.totals.totalMinor === 0
  const text = isFree
    ? `This invoice is for ${formatMoney(0, invoice)}.`
    : 'Payments by card or PayPal appear here automatically.'
  const advice = isFree ? 'Mark it as paid when you’re done with it.' : 'Record other payments yourself.'
  return (
    <EmptyState
      icon={Wallet}
      className="py-4!"
      title={isFree ? 'Nothing to pay' : 'Nothing received yet'}
      text={mayRecord ? `${text} ${advice}` : text}
      action={mayRecord && <MarkPaidButton invoice={invoice} />}
    />
  )
}

function FilledLedger({ invoiceId, ledger }: { invoiceId: string; ledger: Ledger }) {
  return (
    <div className="flex flex-col gap-4">
      {ledger.overpaidMinor > 0 && (
        <Notice tone="attention" title={`Overpaid by ${formatMoney(ledger.overpaidMinor, ledger)}`}>
          {overpaidText(ledger)}
        </Notice>
      )}
      <ul className="flex flex-col divide-y divide-border">
        {ledger.payments.map((payment) => (
          <PaymentEntry key={payment.id} invoiceId={invoiceId} ledger={ledger} payment={payment} />
        ))}
      </ul>
      <Sums ledger={ledger} />
    </div>
  )
}

function Sums({ ledger }: { ledger: Ledger }) {
  const { totalMinor, creditNotesMinor, receivedMinor, creditedMinor, waivedMinor } = ledger
  const { openMinor, overpaidMinor } = ledger
  return (
    <dl className="flex flex-col gap-1.5 border-t border-border pt-4 text-sm">
      <Sum format={ledger} label="Total" minor={totalMinor} />
      {creditNotesMinor > 0 && <Sum format={ledger} label="Credit notes" minor={-creditNotesMinor} />}
      <Sum format={ledger} label="Received" minor={receivedMinor} />
      {creditedMinor > 0 && <Sum format={ledger} label="Early payment discount" minor={creditedMinor} />}
      {waivedMinor > 0 && <Sum format={ledger} label="No longer owed" minor={waivedMinor} />}
      {overpaidMinor > 0 ? (
        <Sum format={ledger} label="Overpaid" minor={overpaidMinor} isLast />
      ) : (
        <Sum format={ledger} label="Balance due" minor={openMinor} isLast />
      )}
    </dl>
  )
}

interface SumProps {
  format: MoneyFormat
  label: string
  minor: number
  isLast?: boolean
}

function Sum({ format, label, minor, isLast = false }: SumProps) {
  return (
    <div className={classNames('flex justify-between gap-4', isLast && 'font-semibold text-foreground')}>
      <dt className={isLast ? undefined : 'text-muted'}>{label}</dt>
      <dd className="tabular-nums">{formatMoney(minor, format)}</dd>
    </div>
  )
}
