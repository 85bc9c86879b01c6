import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Mail, RotateCw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { currencyNote } from '../../../invoices/document/row-rules.ts'
import { type confirmPayment, sendReceipt } from '../../contract.ts'

interface AnswerProps {
  id: string
  payment: ResponseOf<typeof confirmPayment>
}

export function ConfirmedPayment({ id, payment }: AnswerProps) {
  if (payment.together.length > 0) return <ConfirmedTogether payment={payment} />
  return (
    <>
      <PaymentFacts payment={payment} />
      <div className="flex flex-col gap-2">
        <InvoiceLink id={id} variant="primary">
          View invoice
        </InvoiceLink>
        <SendReceiptButton id={id} sentBefore={payment.receiptSent} />
      </div>
    </>
  )
}

/** Each invoice has its receipt on its own page. */
function ConfirmedTogether({ payment }: Pick<AnswerProps, 'payment'>) {
  return (
    <>
      <PaymentFacts payment={payment} />
      {payment.receiptSent && (
        <p className="text-center text-xs text-muted">
          We’ve emailed one receipt for all of them to the address on the invoices.
        </p>
      )}
    </>
  )
}

type PendingPaymentProps = AnswerProps & { onCheck: () => Promise<{ error: Error | null }> }

export function PendingPayment({ id, payment, onCheck }: PendingPaymentProps) {
  const [checking, setChecking] = useState(false)
  async function check() {
    setChecking(true)
    const { error } = await onCheck()
    setChecking(false)
    if (!error) return
    showError('Could not check just now', messageOf(error, 'Try again in a moment.'))
  }
  return (
    <>
      <PaymentFacts payment={payment} />
      <div className="flex flex-col gap-2">
        <Button busy={checking} busyLabel="Checking..." onClick={() => void check()}>
          <RotateCw aria-hidden />
          Check again
        </Button>
        <InvoiceLink id={id} variant="secondary">
          View invoice
        </InvoiceLink>
      </div>
    </>
  )
}

export function FailedPayment({ id, payment }: AnswerProps) {
  return (
    <>
      <PaymentFacts payment={payment} />
      <InvoiceLink id={id} variant="primary">
        Back to invoice
      </InvoiceLink>
    </>
  )
}

interface InvoiceLinkProps {
  id: string
  variant: 'primary' | 'secondary'
  children: ReactNode
}

function InvoiceLink({ id, variant, children }: InvoiceLinkProps) {
  return (
    <Button asChild variant={variant}>
      <Link to="/invoices/$id/view" params={{ id }}>
        <FileText aria-hidden />
        {children}
      </Link>
    </Button>
  )
}

export function PaymentFacts({ payment }: Pick<AnswerProps, 'payment'>) {
  const { number, amountMinor, paidOn, company, together } = payment
  const currency = currencyNote(payment)
  return (
    <dl className="flex flex-col gap-3 rounded-md bg-surface-sunken p-4 text-sm">
      {together.length === 0 && <Fact name="Invoice">{number}</Fact>}
      {together.map((invoice) => (
        <Fact key={`${invoice.id} ${invoice.number}`} name={<PaidInvoice {...invoice} />}>
          {formatMoney(invoice.amountMinor, payment)}
        </Fact>
      ))}
      {amountMinor !== null && (
        <Fact name={together.length > 0 ? 'Total' : 'Amount'}>{formatMoney(amountMinor, payment)}</Fact>
      )}
      {amountMinor !== null && currency && <Fact name="Currency">{currency}</Fact>}
      {paidOn !== null && <Fact name="Date">{formatDate(paidOn)}</Fact>}
      <Fact name={payment.state === 'confirmed' ? 'Paid to' : 'To'}>
        <bdi>{company}</bdi>
      </Fact>
    </dl>
  )
}

function PaidInvoice({ id, number }: { id: string | null; number: string }) {
  if (id === null) return `Invoice ${number}`
  return (
    <Link to="/invoices/$id/view" params={{ id }} className={textLink}>
      Invoice {number}
    </Link>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere text-foreground">{children}</dd>
    </div>
  )
}

function SendReceiptButton({ id, sentBefore }: { id: string; sentBefore: boolean }) {
  const note = useId()
  const receipt = useMutation({
    mutationFn: () => call(sendReceipt, { params: { id } }),
    onSuccess: ({ state }) =>
      state === 'held'
        ? showToast({
            title: 'Receipt Waiting',
            description: 'It will be sent once the sender has confirmed their own email address.',
          })
        : showSuccess('Receipt sent successfully!'),
    onError: (error) => showError('Failed to send receipt', messageOf(error, 'Please try again.')),
  })
  const isHeld = receipt.data?.state === 'held'
  return (
    <>
      <Button
        variant="secondary"
        busy={receipt.isPending}
        busyLabel="Sending..."
        aria-describedby={note}
        onClick={() => receipt.mutate()}
      >
        <Mail aria-hidden />
        Send Receipt
      </Button>
      <p id={note} className="text-center text-xs text-muted">
        {sentBefore && !isHeld
          ? 'We’ve emailed a receipt to the address on the invoice. Didn’t get it? Send it again.'
          : 'The receipt will be sent to the email address on the invoice.'}
      </p>
    </>
  )
}
