import { Badge } from '../../../web/ui/badge.tsx'
import { type PaidPlan, plans } from '../rules.ts'

/** Marks a feature that the business's plan does not include, with the plan that does. */
export function ProBadge({ plan = 'pro' }: { plan?: PaidPlan }) {
  return (
    <Badge tone="accent" className="h-5! px-2! text-2xs!">
      {plans[plan].label.toUpperCase()}
    </Badge>
  )
}
