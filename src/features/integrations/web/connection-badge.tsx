import { CircleCheck, TriangleAlert } from 'lucide-react'

import { Badge } from '../../../web/ui/badge.tsx'

export function ConnectionBadge({ isConnected }: { isConnected: boolean }) {
  return isConnected ? (
    <Badge tone="positive" icon={CircleCheck}>
      Connected
    </Badge>
  ) : (
    <Badge tone="attention" icon={TriangleAlert}>
      Not Connected
    </Badge>
  )
}
