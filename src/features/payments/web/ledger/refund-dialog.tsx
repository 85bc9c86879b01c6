import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { digitsOf } from '../../../../shared/currencies.ts'
import { type MoneyFormat, formatMoney } from '../../../../shared/money.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import type { TypedAmount } from '../../../../web/forms/typed-amount.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import { type Ledger, type LedgerPayment, refundPayment } from '../../contract.ts'
import { afterRefundText, refundDescription, refundedText } from './ledger-text.ts'
import { typedText } from './record-payment-form.ts'

export interface PaymentDialogProps {
  invoiceId: string
  ledger: Ledger
  payment: LedgerPayment
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface RefundAttempt {
  amountMinor: number
  stillOwed: boolean
  requestId: string
}

export function RefundDialog({ invoiceId, ledger, payment, open, onOpenChange }: PaymentDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [lastAttempt, setLastAttempt] = useState<RefundAttempt>()
  const refunding = useMutation({
    mutationFn: (body: RefundAttempt) =>
      call(refundPayment, { params: { id: invoiceId, paymentId: payment.id }, body }),
    onSuccess: async (_, { amountMinor }) => {
      showSuccess('Refund Sent', refundedText(payment, amountMinor, ledger))
      setLastAttempt(undefined)
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: () => refreshInvoices(client),
  })

  function refund(amountMinor: number, stillOwed: boolean) {
    // Repeating the same amount repeats the same refund, whose response may have been lost, unless the ledger
    // already shows its result.
    const recorded = payment.refunds.find(({ id }) => id === lastAttempt?.requestId)
    const isSame = lastAttempt?.amountMinor === amountMinor && (!recorded || recorded.state === 'requested')
    const requestId = isSame ? lastAttempt.requestId : newRequestId()
    const next = { amountMinor, stillOwed, requestId }
    setLastAttempt(next)
    refunding.mutate(next)
  }

  const isPaypal = payment.method === 'paypal'
  const { error } = refunding
  const fieldError = error instanceof ApiError ? error.fields['amountMinor'] : undefined
  const problem = error && !fieldError ? messageOf(error, 'Please try again.') : undefined
  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={(next) => {
        refunding.reset()
        onOpenChange(next)
      }}
      title={`Refund a ${isPaypal ? 'PayPal' : 'card'} payment`}
      description={refundDescription(payment)}
      formId={formId}
      submitLabel="Refund"
      busy={refunding.isPending}
      busyLabel="Refunding..."
    >
      <RefundForm
        formId={formId}
        ledger={ledger}
        payment={payment}
        problem={problem}
        fieldError={fieldError}
        onEdit={refunding.reset}
        onRefund={refund}
      />
    </FormDialog>
  )
}

interface RefundFormProps {
  formId: string
  ledger: Ledger
  payment: LedgerPayment
  problem: string | undefined
  fieldError: string | undefined
  onEdit: () => void
  onRefund: (amountMinor: number, stillOwed: boolean) => void
}

/** A component of its own, so that each opening starts with fresh state. */
function RefundForm({ formId, ledger, payment, problem, fieldError, onEdit, onRefund }: RefundFormProps) {
  // The state when the dialog opened: while the refund is in progress, less is left.
  const [{ ledger: before, payment: refunded }] = useState({ ledger, payment })
  const maxMinor = refunded.refundableMinor
  const [amount, setAmount] = useState<TypedAmount>(maxMinor)
  const [stillOwed, setStillOwed] = useState(false)
  const [amountError, setAmountError] = useState<string>()
  const isValid = typeof amount === 'number' && amount > 0 && amount <= maxMinor
  return (
    <form
      id={formId}
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isValid) onRefund(amount, stillOwed)
        else {
          setAmountError(refundProblem(amount, maxMinor, ledger))
          event.currentTarget.querySelector('input')?.focus()
        }
      }}
    >
      {problem && (
        <Notice tone="error" title="The refund didn’t go through">
          {problem}
        </Notice>
      )}
      <Field
        label="Amount"
        required
        error={amountError ?? fieldError}
        hint={`At most ${formatMoney(maxMinor, ledger)}.`}
      >
        <FormMoneyInput
          format={ledger}
          value={amount}
          onChange={(value) => {
            setAmount(value)
            setAmountError(undefined)
            onEdit()
          }}
        />
      </Field>
      <Field group label="Does the client still owe this?">
        <RadioGroup
          value={stillOwed ? 'yes' : 'no'}
          onValueChange={(value) => setStillOwed(value === 'yes')}
          options={owedOptions}
        />
      </Field>
      <output className="block text-sm text-foreground empty:hidden">
        {isValid && afterRefundText(before, refunded, { amountMinor: amount, stillOwed })}
      </output>
    </form>
  )
}

const owedOptions = [
  { value: 'no', label: 'No, it’s no longer owed' },
  { value: 'yes', label: 'Yes, it needs to be paid again' },
]

function refundProblem(amount: TypedAmount, maxMinor: number, format: MoneyFormat): string {
  if (amount === 'too-large' || (typeof amount === 'number' && amount > maxMinor)) {
    return `At most ${formatMoney(maxMinor, format)} can be refunded.`
  }
  return typedText(amount, format, 20 * 10 ** digitsOf(format.currency))
}
