import { useState } from 'react'
import { productName } from '../../../shared/product.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Subscription } from '../contract.ts'
import { type BillingInterval, type Plan, plans, trialDays } from '../rules.ts'
import { ChoosePlanDialog } from './choose-plan-dialog.tsx'
import { PlanCards } from './plan-cards.tsx'

interface PlanChooserProps {
  subscription: Subscription
  interval: BillingInterval
  level: 2 | 3
  /** Chosen before this was shown: asks to confirm it at once. */
  asked?: Plan | undefined
}

/** The plans for somebody who is signed in: which one it is, and how to get another. */
export function PlanChooser({ subscription, interval, level, asked }: PlanChooserProps) {
  const running = subscription.plan === 'free' ? null : subscription.subscription
  const [chosen, setChosen] = useState(asked)
  const [open, setOpen] = useState(asked !== undefined && !isRunning(asked))

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
          {plans[plan].label} cannot be bought yet
        </Button>
      )
    }
    return (
      // Whoever has a paid plan comes to look after it, more than for another one.
      <Button variant={plan === 'pro' && !running ? 'primary' : 'secondary'} onClick={() => choose(plan)}>
        {isCurrent ? `Switch to ${interval === 'year' ? 'yearly' : 'monthly'} billing` : textFor(plan)}
      </Button>
    )
  }

  function textFor(plan: Plan) {
    const { label } = plans[plan]
    return plan !== 'free' && subscription.trialAvailable
      ? `Try ${label} free for ${trialDays} days`
      : `Choose ${label}`
  }

  return (
    <>
      {!subscription.canBuy && (
        <Notice tone="attention" title="Plans cannot be bought here yet">
          Whoever runs this {productName} has to set up card payments first.
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
