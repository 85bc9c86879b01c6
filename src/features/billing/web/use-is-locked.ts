import { useQuery } from '@tanstack/react-query'
import { businessQuery } from '../../business/web/business-api.ts'
import { type PlanFeature, includesFeature } from '../rules.ts'

/** Whether the business's plan does not include this feature; false while the plan is loading. */
export function useIsLocked(feature: PlanFeature): boolean {
  const { data } = useQuery(businessQuery)
  return data !== undefined && !includesFeature(data.plan, feature)
}
