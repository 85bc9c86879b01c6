import type { UseQueryResult } from '@tanstack/react-query'
import { CreditCard, Wallet } from 'lucide-react'
import { useId, useState } from 'react'
import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { RetryButton } from '../../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import type { getPaymentOptions } from '../../contract.ts'
import { consentText } from '../../saved-cards/saved-card-rules.ts'
import { demoNoteFor } from '../test-payment-text.ts'
import { failureText } from './failure-text.ts'
import { type Choices, useDemoPayment, useProviderPayment } from './payment-hooks.ts'
import { unpayableText } from './unpayable-text.ts'

type PaymentOptions = ResponseOf<typeof getPaymentOptions>

interface PayActionsProps {
  id: string
  /** The business to contact when neither card nor PayPal is available. */
  company: string
  /** The part that is due next, such as "deposit"; null without parts. */
  part: string | null
  options: UseQueryResult<PaymentOptions>
}

export function PayActions({ id, company, part, options }: PayActionsProps) {
  const { data, isError } = options
  if (data?.isDisputed) {
    return (
      <Notice tone="attention" title="A payment is disputed">
        A payment for this invoice is being disputed. You don’t need to pay anything until the bank has
        decided.
      </Notice>
    )
  }
  if (data?.isProcessing) {
    return (
      <output>
        <Notice title="A payment is on its way">
          It’s being confirmed, which can take a few days. You don’t need to pay again.
        </Notice>
      </output>
    )
  }
  if (data) return <PayButtons id={id} company={company} part={part} options={data} />
  if (isError) {
    return (
      <Notice
        tone="attention"
        role="alert"
        title="You can’t pay here right now"
        actions={<RetryButton query={options} size="sm" />}
      >
        The payment options couldn’t be loaded.
      </Notice>
    )
  }
  return <PaySkeleton />
}

const cardTestNote = 'This is a test. No real card is charged.'
const demoNote = demoNoteFor(1)

/** As high as the buttons of a new installation with their notes, however those wrap. */
function PaySkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      <Skeleton className="h-12 w-full" />
      <p className="invisible text-xs">{cardTestNote}</p>
      <Skeleton className="mt-2 h-10 w-full touch:h-11" />
      <p className="invisible text-xs">{demoNote}</p>
    </div>
  )
}

function PayButtons({
  id,
  company,
  part,
  options,
}: Omit<PayActionsProps, 'options'> & { options: PaymentOptions }) {
  const { wholeMinor, card, paypal, demo, isSandbox, isPaypalSandbox } = options
  const [hasFailed, setHasFailed] = useState(false)
  const [isWholeChosen, setWholeChosen] = useState(false)
  const [savesCard, setSavesCard] = useState(false)
  const isWhole = isWholeChosen && wholeMinor !== null
  const choices = { whole: isWhole, savesCard: savesCard && options.offersAutopay }
  const amountMinor = isWhole ? wholeMinor : options.amountMinor
  const onFailure = () => setHasFailed(true)
  const onTry = () => setHasFailed(false)
  const cardPayment = useProviderPayment(id, 'card', onFailure)
  const paypalPayment = useProviderPayment(id, 'paypal', onFailure)
  const demoPayment = useDemoPayment(id)
  return (
    <div className="flex flex-col gap-2">
      {wholeMinor !== null && (card || paypal || demo) && (
        <Field label="What to pay" group className="mb-2">
          <RadioGroup
            value={isWhole ? 'whole' : 'part'}
            onValueChange={(chosen) => setWholeChosen(chosen === 'whole')}
            options={[
              {
                value: 'part',
                label: `Pay ${namedPart(part)}: ${formatMoney(options.amountMinor, options)}`,
              },
              { value: 'whole', label: `Pay the whole ${formatMoney(wholeMinor, options)}` },
            ]}
          />
        </Field>
      )}
      {card && options.offersAutopay && (
        <Checkbox
          label={consentText}
          checked={savesCard}
          onChange={(event) => setSavesCard(event.target.checked)}
          className="mb-1 text-sm"
        />
      )}
      {card && (
        <PayButton
          choices={choices}
          payment={cardPayment}
          others={[paypalPayment, demoPayment]}
          note={isSandbox ? cardTestNote : null}
          onTry={onTry}
          className="px-4 tabular-nums"
        >
          <CreditCard aria-hidden />
          Pay {formatMoney(amountMinor, options)} by Card
        </PayButton>
      )}
      {paypal && (
        <PayButton
          choices={choices}
          variant={card ? 'secondary' : 'primary'}
          payment={paypalPayment}
          others={[cardPayment, demoPayment]}
          note={isPaypalSandbox ? 'This is a test. No real money moves.' : null}
          onTry={onTry}
          className={card ? 'mt-2' : undefined}
        >
          <Wallet aria-hidden />
          Pay with PayPal
        </PayButton>
      )}
      {!card && !paypal && (
        <p className="text-sm wrap-anywhere text-muted">
          {unpayableText(options)} {bidiIsolate(company)} can tell you how to pay it.
        </p>
      )}
      {demo && (
        <PayButton
          choices={choices}
          variant="secondary"
          size="md"
          payment={demoPayment}
          others={[cardPayment, paypalPayment]}
          note={demoNote}
          onTry={onTry}
          className="mt-2"
        >
          Demo Payment
        </PayButton>
      )}
      {/* Always rendered, so that screen readers announce changes. */}
      <output className="block text-sm wrap-anywhere text-negative empty:-mt-2">
        {hasFailed && failureText(company)}
      </output>
    </div>
  )
}

interface Payment {
  busy: boolean
  pay: (choices: Choices) => void
}

interface PayButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'> {
  choices: Choices
  payment: Payment
  /** The other payment methods. This button is disabled while one of them is busy. */
  others: readonly Payment[]
  note: string | null
  onTry: () => void
}

function PayButton({ choices, payment, others, note, onTry, ...button }: PayButtonProps) {
  const noteId = useId()
  return (
    <>
      <Button
        size="lg"
        {...button}
        busy={payment.busy}
        busyLabel="Processing..."
        disabled={others.some(({ busy }) => busy)}
        aria-describedby={note === null ? undefined : noteId}
        onClick={() => {
          onTry()
          payment.pay(choices)
        }}
      />
      {note !== null && (
        <p id={noteId} className="text-xs text-muted">
          {note}
        </p>
      )}
    </>
  )
}

/** "the deposit", "the rest", but "installment 2 of 4". */
function namedPart(part: string | null): string {
  return part?.startsWith('installment') ? part : `the ${part ?? 'part'}`
}
