import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, receivedUrl } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showError, showToast } from '../../../web/ui/toast.ts'
import { type Subscription, startPlanCheckout } from '../contract.ts'
import { type BillingInterval, type PaidPlan, type Plan, plans } from '../rules.ts'
import { openInNewTab } from './open-in-new-tab.ts'
import { PlanCards } from './plan-cards.tsx'
import { choiceText } from './plan-text.ts'

interface PlanChooserProps {
  subscription: Subscription
  interval: BillingInterval
  level: 2 | 3
  /** A plan chosen on an earlier page, which the dialog asks to confirm immediately. */
  preselected?: Plan | undefined
}

export function PlanChooser({ subscription, interval, level, preselected }: PlanChooserProps) {
  const running = subscription.plan === 'free' ? null : subscription.subscription
  const [chosen, setChosen] = useState(preselected)
  const [open, setOpen] = useState(preselected !== undefined && !isRunning(preselected))

  function isRunning(plan: Plan) {
    return plan === subscription.plan && (plan === 'free' || running?.interval === interval)
  }

  function choose(plan: Plan) {
    setChosen(plan)
    setOpen(true)
  }

  function actionFor(plan: Plan) {
    const isCurrent = plan === subscription.plan
    if (isRunning(plan)) {
      return (
        <Button variant="secondary" disabled>
          Current Plan
        </Button>
      )
    }
    if (plan !== 'free' && !subscription.canBuy) {
      return (
        <Button variant="secondary" disabled>
          {plans[plan].label} isn’t available yet
        </Button>
      )
    }
    return (
      // The owner of a paid plan is more likely to manage it than to change it, so no button stands out.
      <Button variant={plan === 'pro' && !running ? 'primary' : 'secondary'} onClick={() => choose(plan)}>
        {isCurrent ? `Switch to ${interval === 'year' ? 'yearly' : 'monthly'} billing` : textFor(plan)}
      </Button>
    )
  }

  function textFor(plan: Plan) {
    const { label } = plans[plan]
    return plan !== 'free' && subscription.trialAvailable ? `Try ${label} free` : `Choose ${label}`
  }

  return (
    <>
      {!subscription.canBuy && (
        <Notice tone="attention" title="Plans can’t be purchased here yet">
          The operator of this installation needs to set up card payments first.
        </Notice>
      )}
      <PlanCards interval={interval} current={subscription.plan} level={level} action={actionFor} />
      {chosen && (
        <ChoosePlanDialog
          plan={chosen}
          interval={interval}
          subscription={subscription}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}

interface ChoosePlanDialogProps {
  /** The chosen plan; kept while the dialog closes. */
  plan: Plan
  interval: BillingInterval
  subscription: Subscription
  open: boolean
  onOpenChange: (open: boolean) => void
}

function ChoosePlanDialog({ plan, interval, subscription, open, onOpenChange }: ChoosePlanDialogProps) {
  const checkout = useMutation({
    mutationFn: (chosen: PaidPlan) =>
      openInNewTab(async () =>
        receivedUrl(await call(startPlanCheckout, { body: { plan: chosen, interval } })),
      ),
    onSuccess: () => {
      onOpenChange(false)
      showToast({
        title: 'Redirecting to Checkout',
        description: 'The payment page opens in a new tab.',
      })
    },
    onError: (error) =>
      showError(
        'Upgrade Failed',
        error instanceof ApiError && error.code === 'NOT_CONFIGURED'
          ? error.message
          : 'There was an error processing your upgrade. Please try again.',
      ),
  })
  const description = choiceText(plan, interval, subscription)
  if (plan === 'free') {
    // There is nothing to confirm: the dialog only explains how to cancel.
    return (
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Go back to Free"
        description={description}
        cancelLabel="OK"
      />
    )
  }
  const { label } = plans[plan]
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Choose ${label}`}
      description={description}
      confirmLabel={`Continue with ${label}`}
      busy={checkout.isPending}
      busyLabel="Processing..."
      onConfirm={() => checkout.mutate(plan)}
    />
  )
}
