import { Badge } from '../../../web/ui/badge.tsx'

/** Marks a feature that the business's plan does not include. */
export function ProBadge() {
  return (
    <Badge tone="accent" className="h-5! px-2! text-2xs!">
      PRO
    </Badge>
  )
}
