import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { call, messageOf, receivedUrl } from '../../../web/api-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import { type Subscription, openPortal } from '../contract.ts'
import { plans } from '../rules.ts'
import { subscriptionText } from '../status-rules.ts'
import { refreshStatus } from './billing-api.ts'
import { openInNewTab } from './open-in-new-tab.ts'
import { chargeText } from './plan-text.ts'

interface CurrentPlanCardProps {
  subscription: Subscription
  timeZone: string
}

export function CurrentPlanCard({ subscription, timeZone }: CurrentPlanCardProps) {
  const client = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => refreshStatus(client),
    onSuccess: ({ plan }) => showSuccess('Status Refreshed', `You’re on ${plans[plan].label}.`),
    onError: (error) =>
      showError('Refresh Failed', messageOf(error, 'The status could not be checked. Please try again.')),
  })
  const portal = useMutation({
    mutationFn: () => openInNewTab(async () => receivedUrl(await call(openPortal))),
    onSuccess: () =>
      showToast({ title: 'Redirecting to Customer Portal', description: 'It opens in a new tab.' }),
    onError: () =>
      showError(
        'Portal Access Failed',
        'There was an error accessing the customer portal. Please try again.',
      ),
  })
  const { plan } = subscription
  const statusText = subscriptionText(subscription, { timeZone })
  const status = subscription.subscription?.status
  const needsCard = status === 'past_due' || status === 'unpaid'
  return (
    <Card aria-labelledby="current-plan">
      <CardHeader>
        <CardTitle id="current-plan">Current plan</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight text-foreground">
          {plans[plan].label}
          <StatusBadge subscription={subscription} />
        </p>
        <p className="text-sm text-muted">{chargeText(subscription)}</p>
        {statusText &&
          (needsCard ? (
            <Notice tone="attention" className="my-2">
              {statusText}
            </Notice>
          ) : (
            <p className="text-sm text-foreground">{statusText}</p>
          ))}
        {subscription.isSandbox && (
          <p className="text-sm text-muted">
            This installation uses a test card provider, so no real money is charged.
          </p>
        )}
      </CardContent>
      <CardFooter className="max-sm:flex-col-reverse max-sm:items-stretch">
        <Button
          variant="secondary"
          busy={refresh.isPending}
          busyLabel="Refreshing..."
          onClick={() => refresh.mutate()}
        >
          <RotateCw aria-hidden />
          Refresh Status
        </Button>
        {(plan !== 'free' || (needsCard && subscription.canManage)) && (
          <Button
            variant={plan === 'free' ? 'secondary' : 'primary'}
            busy={portal.isPending}
            busyLabel="Opening..."
            onClick={() => portal.mutate()}
          >
            <ExternalLink aria-hidden />
            {plan === 'free' ? 'Update Card' : 'Manage Subscription'}
          </Button>
        )}
      </CardFooter>
    </Card>
  )
}

function StatusBadge({ subscription: { plan, subscription } }: { subscription: Subscription }) {
  if (!subscription || plan === 'free') return null
  if (subscription.status === 'past_due') return <Badge tone="attention">Payment failed</Badge>
  if (subscription.cancelAtPeriodEnd) return <Badge tone="attention">Canceled</Badge>
  if (subscription.status === 'trialing') return <Badge tone="accent">Trial</Badge>
  return <Badge tone="positive">Active</Badge>
}
