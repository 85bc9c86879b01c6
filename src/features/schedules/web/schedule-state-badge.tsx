import { CircleCheck, CirclePause, Repeat2 } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import type { ScheduleState } from '../contract.ts'

const states = {
  running: { tone: 'positive', icon: Repeat2, label: 'Running' },
  paused: { tone: 'attention', icon: CirclePause, label: 'Paused' },
  over: { tone: 'neutral', icon: CircleCheck, label: 'Ended' },
} as const

export function ScheduleStateBadge({ state }: { state: ScheduleState }) {
  const { tone, icon, label } = states[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
