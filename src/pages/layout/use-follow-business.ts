import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Session } from '../../features/auth/contract.ts'
import { type SessionState, lostBusiness } from '../../features/auth/web/session.ts'
import { showToast } from '../../web/ui/toast.ts'
import { type PageAccess, homeOf } from '../access.ts'

/**
 * Leads to the first page of the role when the tab has come into another business: what the page shows is not in that one.
 * Someone who was removed is told so.
 */
export function useFollowBusiness(state: SessionState, access: PageAccess): void {
  const session = state.status === 'signed-in' ? state.session : undefined
  const navigate = useNavigate()
  const before = useRef<Session>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = session
    if (!last || last.user.id !== session?.user.id || last.business.id === session.business.id) return
    const lost = lostBusiness(last, session)
    if (lost !== undefined) {
      showToast({ title: 'No Longer a Member', description: `You’re no longer a member of ${lost}.` })
      // Everyone may read on there.
      if (access === 'public') return
    }
    void navigate({ to: homeOf(session.memberRole) })
  }, [session, access, navigate])
}
