import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { System } from '../contract.ts'
import { healthSummary, partLabels } from './system-text.ts'

const verdicts = {
  good: { tone: 'positive', icon: CircleCheck, label: 'Good' },
  attention: { tone: 'attention', icon: TriangleAlert, label: 'Look at this' },
  bad: { tone: 'negative', icon: CircleX, label: 'Bad' },
} as const

const skeletonKeys = Object.keys(partLabels)

export function HealthCard({ health }: { health: System['health'] | undefined }) {
  return (
    <Card aria-labelledby="health" aria-busy={!health || undefined} className="lg:col-span-2">
      <CardHeader>
        <CardTitle id="health">Health</CardTitle>
        <CardDescription>
          {health ? healthSummary(health) : <Skeleton className="h-5 w-56" />}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="divide-y divide-border">
          {health
            ? health.map(({ part, verdict, words }) => {
                const { tone, icon, label } = verdicts[verdict]
                return (
                  <li
                    key={part}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
                  >
                    <p className="font-medium text-foreground">{partLabels[part]}</p>
                    <p className="text-sm text-muted max-sm:order-last max-sm:col-span-2 sm:pt-0.5">
                      {words}
                    </p>
                    <Badge tone={tone} icon={icon}>
                      {label}
                    </Badge>
                  </li>
                )
              })
            : skeletonKeys.map((key) => (
                <li key={key} className="py-3 first:pt-0 last:pb-0">
                  <Skeleton className="h-12 w-full sm:h-6" />
                </li>
              ))}
        </ul>
      </CardContent>
    </Card>
  )
}
