import { BackLink } from '../../../../web/layout/back-link.tsx'
import { useBusinessId } from '../../../auth/web/session.ts'
import { type EstimateUrlState, estimateList } from './estimate-url-state.ts'

/** Returns the URL state of the list as the user left it, for links back to /estimates. */
export function useEstimateUrlState(): EstimateUrlState {
  return estimateList.of(useBusinessId())
}

export function BackToEstimates() {
  return (
    <BackLink to="/estimates" search={useEstimateUrlState()}>
      Estimates
    </BackLink>
  )
}
