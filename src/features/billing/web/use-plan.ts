import { useQuery } from '@tanstack/react-query'
import { businessQuery } from '../../business/web/business-api.ts'
import { type PlanFeature, opens } from '../rules.ts'

/** Whether the plan of the business is known not to open this. While it is not known, nothing is said. */
export function useIsLocked(feature: PlanFeature): boolean {
  const { data } = useQuery(businessQuery)
  return data !== undefined && !opens(data.plan, feature)
}
