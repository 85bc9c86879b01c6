import type { UseQueryResult } from '@tanstack/react-query'
import { CreditCard, RotateCw } from 'lucide-react'
import { useId } from 'react'

import type { ResponseOf } from '../../../shared/endpoint.ts'
import { isolated } from '../../../shared/isolated.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { getPaymentOptions } from '../contract.ts'
import { useCardPayment } from './use-card-payment.ts'
import { useDemoPayment } from './use-demo-payment.ts'

type PaymentOptions = ResponseOf<typeof getPaymentOptions>

interface PayActionsProps {
  id: string
  /** Whom to ask where no card helps. */
  company: string
  options: UseQueryResult<PaymentOptions>
}

/** Ways to pay an invoice on which something is open. */
export function PayActions({ id, company, options }: PayActionsProps) {
  const { data, isError, isFetching, refetch } = options
  if (data?.isProcessing) return <OnItsWay />
  if (data) return <PayButtons id={id} company={company} options={data} />
  if (isError) return <Unknown retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-8 w-full" />
    </div>
  )
}

interface PayButtonsProps extends Omit<PayActionsProps, 'options'> {
  options: PaymentOptions
}

function PayButtons({ id, company, options: { amountCents, card, demo, isSandbox } }: PayButtonsProps) {
  const cardPayment = useCardPayment(id)
  const demoPayment = useDemoPayment(id)
  const [cardNote, demoNote] = [useId(), useId()]
  return (
    <div className="flex flex-col gap-2">
      {card ? (
        <Button
          size="lg"
          className="px-4 tabular-nums"
          busy={cardPayment.busy}
          busyLabel="Processing..."
          disabled={demoPayment.busy}
          aria-describedby={isSandbox ? cardNote : undefined}
          onClick={cardPayment.pay}
        >
          <CreditCard aria-hidden />
          Pay {formatMoney(amountCents)} by Card
        </Button>
      ) : (
        <p className="text-sm wrap-anywhere text-muted">
          This amount cannot be paid by card. {isolated(company)} can tell you how to pay it.
        </p>
      )}
      {card && isSandbox && (
        <p id={cardNote} className="text-xs text-muted">
          This is a test: no real card is charged.
        </p>
      )}
      {demo && (
        <>
          <Button
            variant="secondary"
            className="mt-2"
            busy={demoPayment.busy}
            busyLabel="Processing..."
            disabled={cardPayment.busy}
            aria-describedby={demoNote}
            onClick={demoPayment.pay}
          >
            Demo Payment
          </Button>
          <p id={demoNote} className="text-xs text-muted">
            Marks the invoice as paid without any money. It is here because this {productName} runs in test
            mode.
          </p>
        </>
      )}
    </div>
  )
}

function OnItsWay() {
  return (
    <output>
      <Notice title="A payment is on its way">
        It was made already and is being confirmed, which can take a few days. You do not need to pay again.
      </Notice>
    </output>
  )
}

function Unknown({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="attention"
      role="alert"
      title="Paying here is not possible right now"
      actions={
        <Button size="sm" variant="secondary" busy={retrying} busyLabel="Trying again..." onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    >
      The ways to pay could not be loaded.
    </Notice>
  )
}
