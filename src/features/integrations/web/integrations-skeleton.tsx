import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { IntegrationsTab } from './integrations-tab.ts'

/** Placeholders as tall as the content they stand for. */
export function IntegrationsSkeleton({ tab }: { tab: IntegrationsTab }) {
  return (
    <>
      <output className="sr-only">Loading...</output>
      {tab === 'payments' && (
        <div className="flex flex-col gap-6">
          <Skeleton className="h-256 sm:h-239 rounded-lg" />
          <Skeleton className="h-174 sm:h-151 rounded-lg" />
        </div>
      )}
      {tab === 'email' && <Skeleton className="h-197 sm:h-161 rounded-lg" />}
      {tab === 'banking' && <Skeleton className="h-134 sm:h-130 rounded-lg" />}
      {tab === 'settings' && (
        <div className="flex flex-col gap-6">
          <Skeleton className="h-40 sm:h-31.5 rounded-lg" />
          <Skeleton className="h-61 rounded-lg sm:h-67" />
          <Skeleton className="h-58 rounded-lg sm:h-53.5" />
          <Skeleton className="h-78 rounded-lg sm:h-75.5" />
        </div>
      )}
    </>
  )
}
