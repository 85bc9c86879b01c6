import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { PublicInvoiceProblem } from '../../invoices/web/public/public-invoice-states.tsx'
import type { confirmPayment } from '../contract.ts'
import { ConfirmedPayment, FailedPayment, PendingPayment } from './checkout/payment-answers.tsx'
import { confirmationQuery, refreshPayment } from './checkout/payment-api.ts'
import { PaymentOutcome } from './checkout/payment-outcome.tsx'

type Confirmation = ResponseOf<typeof confirmPayment>

const titles: Record<Confirmation['state'] | 'confirming', string> = {
  confirming: 'Confirming your payment...',
  confirmed: 'Payment Successful',
  pending: 'Your payment is on its way',
  failed: 'Payment not completed',
}

const unknownTitle = 'Invoice not found'

/** The card provider and PayPal redirect here. The server confirms the payment, not the URL. */
export function PaymentSuccessPage() {
  const { invoice_id: id, session_id: session, token } = useSearch({ from: '/payment-success' })
  const sessionId = session ?? token ?? null
  return (
    <>
      <meta name="robots" content="noindex" />
      {id === undefined ? <UnknownInvoice /> : <Confirmation id={id} sessionId={sessionId} />}
    </>
  )
}

function UnknownInvoice() {
  useDocumentTitle(unknownTitle)
  return <PublicInvoiceProblem />
}

function Confirmation({ id, sessionId }: { id: string; sessionId: string | null }) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(confirmationQuery(id, sessionId))
  const heading = useRef<HTMLHeadingElement>(null)
  const state: keyof typeof titles = data?.state ?? 'confirming'
  const hasFailed = !data && error !== null
  const isUnknown =
    hasFailed &&
    error instanceof ApiError &&
    (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')
  const title = pageTitle(hasFailed ? 'Payment not confirmed yet' : titles[state])
  useDocumentTitle(isUnknown ? unknownTitle : title)
  useFocusIfLost(heading)

  // A cached invoice still shows the amount from before the payment.
  useEffect(() => {
    if (state === 'confirmed') void refreshPayment(client, id)
  }, [client, id, state])

  if (isUnknown) return <PublicInvoiceProblem />
  if (hasFailed)
    return <ConfirmationError error={error} retrying={isFetching} onRetry={() => void refetch()} />
  const shared = { state, title: titles[state], heading }
  switch (data?.state) {
    case 'confirmed':
      return (
        <PaymentOutcome
          {...shared}
          text={
            <p>
              {data.isTest
                ? 'This was a test payment. No money moved.'
                : 'Thank you. Your payment has been received.'}
            </p>
          }
        >
          <ConfirmedPayment id={id} payment={data} />
        </PaymentOutcome>
      )
    case 'pending':
      return (
        <PaymentOutcome
          {...shared}
          text={
            <p>
              The bank hasn’t confirmed it yet. This page checks again automatically. You can also close it.
              Nothing will be lost, and you don’t need to pay again.
            </p>
          }
        >
          <PendingPayment id={id} payment={data} onCheck={refetch} />
        </PaymentOutcome>
      )
    case 'failed':
      return (
        <PaymentOutcome
          {...shared}
          text={
            <>
              <p>{data.reason || 'The payment did not go through.'}</p>
              <p>Nothing was charged.</p>
            </>
          }
        >
          <FailedPayment id={id} payment={data} />
        </PaymentOutcome>
      )
    case undefined:
      return (
        <PaymentOutcome {...shared} text={<p>This takes a moment.</p>}>
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-10 w-full" />
        </PaymentOutcome>
      )
  }
}

interface ConfirmationErrorProps {
  error: Error
  retrying: boolean
  onRetry: () => void
}

function ConfirmationError({ error, retrying, onRetry }: ConfirmationErrorProps) {
  return (
    <Page width="narrow">
      <ErrorState
        level={1}
        title="Your payment could not be confirmed yet"
        text={
          <>
            {error instanceof ApiError && error.code === 'CARD_PROVIDER_FAILED'
              ? 'The payment service didn’t answer just now.'
              : messageOf(error, 'Something went wrong on this page.')}
            <br />
            If you’ve paid, nothing is lost. Please check here again before you pay a second time.
          </>
        }
        retrying={retrying}
        onRetry={onRetry}
      />
    </Page>
  )
}
