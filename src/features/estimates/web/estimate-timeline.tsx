import { Bell, CircleCheck, CircleX, Eye, FilePlus2, Send } from 'lucide-react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { useHasTeam } from '../../auth/web/session.ts'
import { TimelineItem } from '../../invoices/web/timeline/timeline-item.tsx'
import type { Estimate } from '../contract.ts'
import { estimateHistory } from './estimate-history.ts'

const looks = {
  created: { icon: FilePlus2, ink: 'bg-surface-sunken text-muted' },
  sent: { icon: Send, ink: 'bg-accent-soft text-accent' },
  viewed: { icon: Eye, ink: 'bg-surface-sunken text-muted' },
  reminded: { icon: Bell, ink: 'bg-accent-soft text-accent' },
  accepted: { icon: CircleCheck, ink: 'bg-positive-soft text-positive' },
  declined: { icon: CircleX, ink: 'bg-negative-soft text-negative' },
}

export function EstimateTimeline({ estimate, timeZone }: { estimate: Estimate; timeZone: string }) {
  const hasTeam = useHasTeam()
  return (
    <Card aria-label="Timeline">
      <CardHeader>
        <CardTitle>Timeline</CardTitle>
      </CardHeader>
      <CardContent>
        <ol className="flex flex-col">
          {estimateHistory(estimate, hasTeam).map(({ kind, at, title, who }) => (
            <TimelineItem
              key={kind}
              look={looks[kind]}
              at={at}
              timeZone={timeZone}
              who={who}
              title={<span className="own-words">{title}</span>}
            />
          ))}
        </ol>
      </CardContent>
    </Card>
  )
}
