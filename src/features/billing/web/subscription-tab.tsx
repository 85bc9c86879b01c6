import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { Subscription } from '../contract.ts'
import { subscriptionQuery } from './billing-api.ts'
import { CurrentPlanCard } from './current-plan-card.tsx'
import { IntervalChoice } from './interval-choice.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { useBillingInterval } from './use-billing-interval.ts'

export function SubscriptionTab() {
  const session = useSession()
  const subscription = useQuery(subscriptionQuery)
  const { data, error } = subscription
  if (!data && error) {
    return (
      <Card>
        <ErrorState
          title="Your subscription could not be loaded"
          text={messageOf(error, 'Please try again.')}
          query={subscription}
        />
      </Card>
    )
  }
  if (!data || session.status !== 'signed-in') return <SubscriptionSkeleton />
  return (
    <div className="flex flex-col gap-10">
      <CurrentPlanCard subscription={data} timeZone={session.session.business.timeZone} />
      <Plans subscription={data} />
    </div>
  )
}

function Plans({ subscription }: { subscription: Subscription }) {
  const search = useSearch({ from: '/settings' })
  const [interval, setInterval] = useBillingInterval(subscription, search.interval)
  const navigate = useNavigate()
  // Clears the chosen plan from the URL, so that a reload or a return does not ask again.
  useEffect(() => {
    if (!search.plan) return
    void navigate({ to: '/settings', search: { tab: 'subscription' }, replace: true, resetScroll: false })
  }, [search.plan, navigate])
  return (
    <section aria-labelledby="plans" className="flex flex-col gap-4">
      <div className="flex items-center gap-1">
        <h2 id="plans" className="text-lg font-semibold text-foreground">
          Plans
        </h2>
        <HelpHint topic="trial" />
      </div>
      <IntervalChoice value={interval} onChange={setInterval} />
      <PlanChooser subscription={subscription} interval={interval} preselected={search.plan} level={3} />
    </section>
  )
}

function SubscriptionSkeleton() {
  return (
    <div className="flex flex-col gap-10">
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-56 rounded-lg" />
      <div className="grid gap-4 md:grid-cols-3 lg:gap-6">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  )
}
