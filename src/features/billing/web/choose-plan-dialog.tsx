import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type Subscription, startPlanCheckout } from '../contract.ts'
import { type BillingInterval, type PaidPlan, type Plan, plans } from '../rules.ts'
import { openInNewTab } from './open-in-new-tab.ts'
import { choiceText } from './plan-text.ts'

interface ChoosePlanDialogProps {
  /** The chosen plan; kept while the dialog closes. */
  plan: Plan
  interval: BillingInterval
  subscription: Subscription
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ChoosePlanDialog({
  plan,
  interval,
  subscription,
  open,
  onOpenChange,
}: ChoosePlanDialogProps) {
  const checkout = useMutation({
    mutationFn: (chosen: PaidPlan) =>
      openInNewTab(async () => {
        const { url } = await call(startPlanCheckout, { body: { plan: chosen, interval } })
        if (!url) throw new Error('No payment URL received')
        return url
      }),
    onSuccess: () => {
      onOpenChange(false)
      showToast({
        title: 'Redirecting to Checkout',
        description: 'The payment page opens in a new tab.',
      })
    },
    onError: (error) =>
      showToast({
        title: 'Upgrade Failed',
        description:
          error instanceof ApiError && error.code === 'NOT_CONFIGURED'
            ? error.message
            : 'There was an error processing your upgrade. Please try again.',
        tone: 'error',
      }),
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
