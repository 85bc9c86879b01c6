import { type ReactNode, useState } from 'react'
import { dateIn } from '../../../shared/dates.ts'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import type { Session } from '../contract.ts'
import { useSession } from './session.ts'

/** The route guard admits signed-in users only; this makes that known to the types. */
export function SignedIn({ children }: { children: (session: Session) => ReactNode }) {
  const state = useSession()
  return state.status === 'signed-in' ? children(state.session) : <PageSkeleton />
}

/** The date in the business's time zone when the page was opened. */
export function useToday({ business }: Session): string {
  const [today] = useState(() => dateIn(business.timeZone, new Date()))
  return today
}
