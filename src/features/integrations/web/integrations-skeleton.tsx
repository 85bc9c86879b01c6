import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { IntegrationsTab } from './integrations-tab.ts'

/** Placeholders as tall as the content they stand for. */
export function IntegrationsSkeleton({ tab }: { tab: IntegrationsTab }) {
  return (
    <>
      <output className="sr-only">Loading...</output>
      {tab === 'payments' && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Skeleton className="h-256 sm:h-215 rounded-lg" />
          <Skeleton className="h-174 sm:h-141 rounded-lg" />
        </div>
      )}
      {tab === 'email' && <Skeleton className="h-197 sm:h-154 rounded-lg" />}
      {tab === 'banking' && <Skeleton className="h-134 sm:h-115 rounded-lg" />}
      {tab === 'settings' && (
        <div className="flex flex-col gap-6">
          <Skeleton className="h-40 sm:h-27 rounded-lg" />
          <div className="grid gap-6 lg:grid-cols-2">
            <Skeleton className="h-61 rounded-lg sm:h-67" />
            <Skeleton className="h-58 rounded-lg sm:h-67" />
          </div>
          <Skeleton className="h-78 rounded-lg" />
        </div>
      )}
    </>
  )
}
