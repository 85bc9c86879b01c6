import { CircleCheck, CirclePause, Repeat2 } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import type { Series } from '../contract.ts'

const states = {
  running: { tone: 'positive', icon: Repeat2, label: 'Running' },
  paused: { tone: 'attention', icon: CirclePause, label: 'Paused' },
  over: { tone: 'neutral', icon: CircleCheck, label: 'Ended' },
} as const

export function SeriesStateBadge({ state }: { state: Series['state'] }) {
  const { tone, icon, label } = states[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
