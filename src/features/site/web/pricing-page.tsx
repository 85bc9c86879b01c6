import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useMay, useSession } from '../../auth/web/session.ts'
import { type BillingInterval, type Plan, plans, trialDays, yearlySaving } from '../../billing/rules.ts'
import { subscriptionQuery } from '../../billing/web/billing-api.ts'
import { IntervalChoice } from '../../billing/web/interval-choice.tsx'
import { PlanCards } from '../../billing/web/plan-cards.tsx'
import { PlanChooser } from '../../billing/web/plan-chooser.tsx'
import { PlanComparison } from '../../billing/web/plan-comparison.tsx'
import { ownerDecides } from '../../billing/web/plan-text.ts'
import { useBillingInterval } from '../../billing/web/use-billing-interval.ts'
import { pricingAnswers } from './pricing-answers.ts'
import { SiteHero } from './site-hero.tsx'

const part = 'mx-auto w-full max-w-page px-4 sm:px-6'
const heading = 'text-2xl font-semibold tracking-tight text-foreground sm:text-3xl'

export function PricingPage() {
  const isMember = useSession().status === 'signed-in'
  const isOwner = useMay('business.own')
  const { data, isError } = useQuery({ ...subscriptionQuery, enabled: isMember })
  const [interval, setInterval] = useBillingInterval(data)
  const paid =
    data?.trialAvailable === false
      ? 'Paid plans are billed monthly or yearly until you cancel.'
      : `Paid plans start with a ${trialDays}-day free trial, no card needed.`
  return (
    <div className="flex flex-col gap-16 pb-16 sm:gap-24 sm:pb-24">
      <div className="flex flex-col gap-8 sm:gap-10">
        <SiteHero title="Pricing" lead={`Stay on Free as long as you like. ${paid}`}>
          <div className="mt-8 noscript:hidden">
            <IntervalChoice value={interval} onChange={setInterval} />
          </div>
          <p className="mt-6 hidden text-muted noscript:block">
            Paying yearly costs {yearlySaving}% less than paying monthly.
          </p>
        </SiteHero>
        <section id="plans" className={part}>
          {isMember && data && isOwner ? (
            <PlanChooser subscription={data} interval={interval} level={2} />
          ) : isMember && !isOwner ? (
            <>
              <p className="mb-6 text-center text-sm text-muted">{ownerDecides}</p>
              <PlanCards interval={interval} current={data?.plan ?? null} level={2} />
            </>
          ) : (
            <PlanCards
              interval={interval}
              current={null}
              level={2}
              action={isMember ? (isError ? toSettings : waiting) : (plan) => toSignUp(plan, interval)}
            />
          )}
        </section>
      </div>
      <section id="compare" className={part}>
        <h2 className={heading}>What each plan includes</h2>
        <p className="mt-2 mb-4 max-w-2xl text-muted">
          Cards are charged through Stripe and real banks are connected through Plaid, using this
          installation’s keys or your own. Until keys are set up, you can try both with built-in test
          versions.
        </p>
        <PlanComparison />
      </section>
      <section id="questions" className={part}>
        <h2 className={heading}>Questions about plans</h2>
        <div className="mt-8 grid gap-8 md:grid-cols-2 md:gap-x-16 md:gap-y-10">
          {pricingAnswers.map(({ id, question, answer }) => (
            <div key={id} id={id}>
              <h3 className="font-semibold text-foreground">{question}</h3>
              <p className="mt-2 text-muted">{answer}</p>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

function toSignUp(plan: Plan, interval: BillingInterval) {
  const choice = `/settings?tab=subscription&plan=${plan}&interval=${interval}`
  return (
    <Button asChild variant={plan === 'pro' ? 'primary' : 'secondary'}>
      <Link to="/signup" search={plan === 'free' ? {} : { redirect: choice }}>
        {plan === 'free' ? 'Start on Free' : `Try ${plans[plan].label} free`}
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
