import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type BillingInterval, type Plan, planNames, plans } from '../rules.ts'
import { audiences, pointsOf, priceOf } from './plan-text.ts'

interface PlanCardsProps {
  interval: BillingInterval
  /** Null when the user is not signed in. */
  current: Plan | null
  level: 2 | 3
  /** Omitted where the plans are only described. */
  action?: (plan: Plan) => ReactNode
}

export function PlanCards({ interval, current, level, action }: PlanCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-3 lg:gap-6">
      {planNames.map((plan) => (
        <li key={plan} className="flex">
          <PlanCard
            plan={plan}
            interval={interval}
            isCurrent={plan === current}
            level={level}
            action={action?.(plan)}
          />
        </li>
      ))}
    </ul>
  )
}

interface PlanCardProps {
  plan: Plan
  interval: BillingInterval
  isCurrent: boolean
  level: 2 | 3
  action: ReactNode
}

function PlanCard({ plan, interval, isCurrent, level, action }: PlanCardProps) {
  const { price, unit, note } = priceOf(plan, interval)
  const Name = `h${level}` as const
  return (
    <Card
      aria-labelledby={`plan-${plan}`}
      className={classNames('w-full gap-5 p-5 lg:p-6', isCurrent && 'border-accent ring-1 ring-accent')}
    >
      <div>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <Name id={`plan-${plan}`} className="text-lg font-semibold text-foreground">
            {plans[plan].label}
          </Name>
          {isCurrent && <Badge tone="accent">Your Plan</Badge>}
        </div>
        <p className="mt-1 text-sm text-muted">{audiences[plan]}</p>
      </div>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted">
          <span className="text-3xl font-semibold tracking-tight text-foreground tabular-nums">{price}</span>{' '}
          {unit}
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">{note}</p>
      </div>
      <ul className="flex flex-col gap-2 text-sm text-foreground">
        {pointsOf(plan).map((point) => (
          <li key={point} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
            {point}
          </li>
        ))}
      </ul>
      {action && <div className="mt-auto flex flex-col pt-1">{action}</div>}
    </Card>
  )
}
