import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'

/** `isRefused`: the saved settings are known not to work. */
export function ConnectionBadge({ isConnected, isRefused }: { isConnected: boolean; isRefused: boolean }) {
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
