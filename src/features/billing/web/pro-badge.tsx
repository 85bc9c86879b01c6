import { Badge } from '../../../web/ui/badge.tsx'

/** Beside what the plan of the business does not open. */
export function ProBadge() {
  return (
    <Badge tone="accent" className="h-5! px-2! text-2xs!">
      PRO
    </Badge>
  )
}
