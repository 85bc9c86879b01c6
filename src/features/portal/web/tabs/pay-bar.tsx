import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Wallet } from 'lucide-react'
import { useCallback, useId } from 'react'
import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { call, messageOf, receivedUrl } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { useLeave } from '../../../../web/use-leave.ts'
import { type ProviderMethod, demoPaymentDelayMs } from '../../../payments/rules.ts'
import { demoNoteFor } from '../../../payments/web/test-payment-text.ts'
import {
  type Portal,
  type getPortalPaymentOptions,
  payPortalDemo,
  startPortalCheckout,
} from '../../contract.ts'
import { otherCurrenciesText } from '../currency-text.ts'
import { portalPaymentQuery, refreshPortal } from '../portal-api.ts'

type Options = ResponseOf<typeof getPortalPaymentOptions>
type Method = ProviderMethod | 'demo'

interface PayBarProps {
  token: string
  /** The business, which can tell how else to pay. */
  company: string
  invoiceIds: readonly string[]
  /** What the client owes by currency. */
  owed: Portal['owed']
  /** Called when they are paid, or are not to be paid now. */
  onDone: () => void
}

const countText = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`)

/** Pays the chosen invoices in one payment. */
export function PayBar({ token, company, invoiceIds, owed, onDone }: PayBarProps) {
  const queries = useQueryClient()
  const demoNoteId = useId()
  const options = useQuery(portalPaymentQuery(token, invoiceIds))
  // The invoices may have changed while this page was in the back-forward cache.
  const refresh = useCallback(() => void refreshPortal(queries, token), [queries, token])
  const { leaving, leaveFor } = useLeave(refresh)
  const paying = useMutation({
    mutationFn: async (method: Method) => {
      if (method === 'demo') {
        await new Promise((resolve) => setTimeout(resolve, demoPaymentDelayMs))
        await call(payPortalDemo, { params: { token }, body: { invoiceIds: [...invoiceIds] } })
        showSuccess('Payment Successful')
        await refreshPortal(queries, token)
        onDone()
        return
      }
      const body = { invoiceIds: [...invoiceIds], method }
      leaveFor(receivedUrl(await call(startPortalCheckout, { params: { token }, body })))
    },
    onError: refresh,
  })
  const { data, isPlaceholderData } = options
  const isBusy = (method: Method) => (paying.isPending || leaving) && paying.variables === method
  const isWaiting = paying.isPending || leaving || isPlaceholderData
  return (
    <section
      aria-label="Pay the chosen invoices"
      className="sticky top-2 z-10 flex flex-col gap-3 rounded-lg border border-border bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p aria-live="polite" className="text-sm font-medium tabular-nums">
          {countText(invoiceIds.length)}
          {data?.amountMinor !== undefined && amountText(data)}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto max-sm:*:whitespace-nowrap">
          {data?.card && !data.isProcessing && (
            <Button
              busy={isBusy('card')}
              busyLabel="Processing..."
              disabled={isWaiting && !isBusy('card')}
              onClick={() => paying.mutate('card')}
            >
              <CreditCard aria-hidden />
              Pay by Card
            </Button>
          )}
          {data?.paypal && !data.isProcessing && (
            <Button
              variant={data.card ? 'secondary' : 'primary'}
              busy={isBusy('paypal')}
              busyLabel="Processing..."
              disabled={isWaiting && !isBusy('paypal')}
              onClick={() => paying.mutate('paypal')}
            >
              <Wallet aria-hidden />
              Pay with PayPal
            </Button>
          )}
          {data?.demo && !data.isProcessing && (
            <Button
              variant="secondary"
              busy={isBusy('demo')}
              busyLabel="Processing..."
              disabled={isWaiting && !isBusy('demo')}
              aria-describedby={demoNoteId}
              onClick={() => paying.mutate('demo')}
            >
              Demo Payment
            </Button>
          )}
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
      {data && <OtherCurrencies text={otherCurrenciesText(data.currency, owed)} />}
      {data && <Hints options={data} company={company} />}
      {data?.demo && !data.isProcessing && (
        <p id={demoNoteId} className="text-xs text-muted">
          {demoNoteFor(invoiceIds.length)}
        </p>
      )}
      {options.isError && !data && (
        <Notice tone="error">{messageOf(options.error, 'The ways to pay could not be loaded.')}</Notice>
      )}
      {paying.isError && (
        <Notice tone="error">
          {messageOf(paying.error, 'The payment could not be started. Please try again.')}
        </Notice>
      )}
    </section>
  )
}

function OtherCurrencies({ text }: { text: string }) {
  return text === '' ? null : <p className="text-sm text-muted">{text}</p>
}

function amountText({ amountMinor, currency }: Options): string {
  return amountMinor === null || currency === null ? '' : `: ${formatMoney(amountMinor, { currency })}`
}

/** Why they cannot be paid here, or what a payment here does not do. */
function Hints({ options, company }: { options: Options; company: string }) {
  const { card, paypal, problem, isProcessing, isSandbox, isPaypalSandbox } = options
  if (problem !== null) return <p className="text-sm text-negative">{problem}</p>
  if (isProcessing) {
    return (
      <p className="text-sm text-muted">
        A payment is being confirmed, which can take a few days. You don’t need to pay again.
      </p>
    )
  }
  if (!card && !paypal) {
    return (
      <p className="text-sm wrap-anywhere text-muted">
        These invoices can’t be paid online. {bidiIsolate(company)} can tell you how to pay them.
      </p>
    )
  }
  const isTest = (!card || isSandbox) && (!paypal || isPaypalSandbox)
  return isTest ? <p className="text-xs text-muted">This is a test. No real money moves.</p> : null
}
