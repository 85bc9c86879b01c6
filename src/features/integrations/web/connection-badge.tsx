import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'

interface ConnectionBadgeProps {
  isConnected: boolean
  /** Whether the saved settings are known not to work. */
  isRefused: boolean
}

export function ConnectionBadge({ isConnected, isRefused }: ConnectionBadgeProps) {
  return isConnected && !isRefused ? (
    <Badge tone="positive" icon={CircleCheck}>
      Connected
    </Badge>
  ) : (
    <Badge tone="attention" icon={TriangleAlert}>
      {isConnected ? 'Not Working' : 'Not Connected'}
    </Badge>
  )
}
