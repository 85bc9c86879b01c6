import { BackLink } from '../../../../web/layout/back-link.tsx'
import { useSession } from '../../../auth/web/session.ts'
import { type EstimateUrlState, rememberedEstimateUrlState } from './estimate-url-state.ts'

/** Returns the URL state of the list as the user left it, for links back to /estimates. */
export function useEstimateUrlState(): EstimateUrlState {
  const state = useSession()
  return rememberedEstimateUrlState(state.status === 'signed-in' ? state.session.business.id : undefined)
}

export function BackToEstimates() {
  return (
    <BackLink to="/estimates" search={useEstimateUrlState()}>
      Estimates
    </BackLink>
  )
}
