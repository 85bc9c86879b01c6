import { CircleCheck, CircleX, Clock, Landmark } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import type { Payout } from '../contract.ts'
import { payoutStates } from '../rules.ts'

const looks = {
  'in-transit': { icon: Clock, tone: 'neutral' },
  paid: { icon: CircleCheck, tone: 'neutral' },
  failed: { icon: CircleX, tone: 'negative' },
  canceled: { icon: CircleX, tone: 'neutral' },
} as const

export function PayoutStateBadge({ payout }: { payout: Pick<Payout, 'state' | 'isMatched'> }) {
  const { state, isMatched } = payout
  if (isMatched && state !== 'failed') {
    return (
      <Badge tone="positive" icon={Landmark}>
        In your bank
      </Badge>
    )
  }
  return <Badge {...looks[state]}>{payoutStates[state]}</Badge>
}
