import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { Page } from '../../../web/layout/page.tsx'
import { useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { type BillingInterval, type Plan, plans, trialDays } from '../../billing/rules.ts'
import { subscriptionQuery } from '../../billing/web/billing-api.ts'
import { IntervalChoice } from '../../billing/web/interval-choice.tsx'
import { PlanCards } from '../../billing/web/plan-cards.tsx'
import { PlanChooser } from '../../billing/web/plan-chooser.tsx'
import { useBillingInterval } from '../../billing/web/use-billing-interval.ts'

export function PricingPage() {
  const isMember = useSession().status === 'signed-in'
  const { data, isError } = useQuery({ ...subscriptionQuery, enabled: isMember })
  const [interval, setInterval] = useBillingInterval(data)
  const paid =
    data?.trialAvailable === false
      ? 'A paid plan runs by the month or the year, until you cancel.'
      : `A paid plan begins with ${trialDays} days free, no card needed.`
  return (
    <Page>
      <PageHeader title="Pricing" description={`Stay on Free as long as you like. ${paid}`} />
      <IntervalChoice value={interval} onChange={setInterval} />
      {isMember && data ? (
        <PlanChooser subscription={data} interval={interval} level={2} />
      ) : (
        <PlanCards
          interval={interval}
          current={null}
          level={2}
          action={isMember ? (isError ? toSettings : waiting) : (plan) => toSignUp(plan, interval)}
        />
      )}
    </Page>
  )
}

function toSignUp(plan: Plan, interval: BillingInterval) {
  const choice = `/settings?tab=subscription&plan=${plan}&interval=${interval}`
  return (
    <Button asChild variant={plan === 'pro' ? 'primary' : 'secondary'}>
      <Link to="/signup" search={plan === 'free' ? {} : { redirect: choice }}>
        {plan === 'free' ? 'Start on Free' : `Try ${plans[plan].label} free for ${trialDays} days`}
      </Link>
    </Button>
  )
}

function waiting() {
  return <Skeleton className="h-10 rounded-md touch:h-11" />
}

function toSettings() {
  return (
    <Button asChild variant="secondary">
      <Link to="/settings" search={{ tab: 'subscription' }}>
        See your plan in Settings
      </Link>
    </Button>
  )
}
