import { Bell, CircleCheck, CircleX, Eye, FilePlus2, Send } from 'lucide-react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
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
  return (
    <Card aria-label="Timeline">
      <CardHeader>
        <CardTitle>Timeline</CardTitle>
      </CardHeader>
      <CardContent>
        <ol className="flex flex-col">
          {estimateHistory(estimate).map(({ kind, at, title }) => {
            const { icon: Icon, ink } = looks[kind]
            return (
              <li key={kind} className="group relative flex gap-3 pb-5 last:pb-0">
                <span
                  aria-hidden
                  className="absolute top-8 bottom-0 left-4 w-px -translate-x-1/2 bg-border group-last:hidden"
                />
                <span
                  className={classNames('flex size-8 shrink-0 items-center justify-center rounded-full', ink)}
                >
                  <Icon aria-hidden className="size-4" />
                </span>
                <div className="min-w-0 pt-1 text-sm">
                  <p className="own-words font-medium wrap-anywhere text-foreground">{title}</p>
                  <p className="text-xs text-muted">
                    <time dateTime={at}>{formatMoment(timeZone, at)}</time>
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
      </CardContent>
    </Card>
  )
}
