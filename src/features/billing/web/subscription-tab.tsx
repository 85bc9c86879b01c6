import { useQuery } from '@tanstack/react-query'

import { messageOf } from '../../../web/api-client.ts'
import { useSession } from '../../../web/session.ts'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { subscriptionQuery } from './billing-api.ts'
import { CurrentPlanCard } from './current-plan-card.tsx'
import { IntervalChoice } from './interval-choice.tsx'
import { PlanChooser } from './plan-chooser.tsx'
import { useBillingInterval } from './use-billing-interval.ts'

export function SubscriptionTab() {
  const session = useSession()
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery)
  const [interval, setInterval] = useBillingInterval(data)
  if (!data && error) {
    return (
      <Card className="max-w-2xl">
        <ErrorState
          title="Your subscription could not be loaded"
          text={messageOf(error, 'Please try again.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (!data || session.status !== 'signed-in') return <SubscriptionSkeleton />
  return (
    <div className="flex flex-col gap-10">
      <CurrentPlanCard subscription={data} timeZone={session.session.business.timeZone} />
      <section aria-labelledby="plans" className="flex flex-col gap-4">
        <h2 id="plans" className="text-lg font-semibold text-foreground">
          Plans
        </h2>
        <IntervalChoice value={interval} onChange={setInterval} />
        <PlanChooser subscription={data} interval={interval} level={3} />
      </section>
    </div>
  )
}

function SubscriptionSkeleton() {
  return (
    <div className="flex flex-col gap-10">
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-56 max-w-2xl rounded-lg" />
      <div className="grid gap-4 md:grid-cols-3 lg:gap-6">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  )
}
