import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { System } from '../contract.ts'
import { systemFacts } from './system-text.ts'

interface FactsCardProps {
  system: System | undefined
  timeZone: string
}

export function FactsCard({ system, timeZone }: FactsCardProps) {
  return (
    <Card aria-labelledby="facts" aria-busy={!system || undefined}>
      <CardHeader>
        <CardTitle id="facts">This installation</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col divide-y divide-border text-sm">
          {systemFacts(system, timeZone).map(([label, value]) => (
            <Fact key={label} label={label}>
              {value ?? <Skeleton className="h-5 w-24" />}
            </Fact>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right wrap-anywhere text-foreground tabular-nums">{children}</dd>
    </div>
  )
}
