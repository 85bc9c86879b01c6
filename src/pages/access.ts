import type { Session } from '../features/auth/contract.ts'
import type { SessionState } from '../features/auth/web/session.ts'
import { type Permission, type Role, isPermitted } from '../shared/roles.ts'

/** Who may see a page: everyone, only users who are signed out, signed-in users, or admins. */
export type PageAccess = 'public' | 'guest' | 'user' | 'admin'

/** The page that a role begins with: the first one in the header that it may see. */
export function homeOf(role: Role): '/dashboard' | '/invoices' {
  return isPermitted(role, 'reports.read') ? '/dashboard' : '/invoices'
}

interface RequestedPage {
  access: PageAccess
  pathname: string
  /** Path, query and hash, to return to after signing in. */
  href: string
  /** Shows Please Sign In instead of redirecting to /login. */
  signInNotice: boolean
  /** What the role of a member must allow. */
  permission?: Permission | undefined
}

type AccessDecision =
  | { kind: 'show' | 'wait' | 'unreachable' | 'sign-in-notice' | 'not-permitted' | 'return' }
  | { kind: 'leave'; to: string; denied?: true }

export function decideAccess(page: RequestedPage, state: SessionState): AccessDecision {
  if (page.access === 'public') return { kind: 'show' }
  if (state.status === 'signed-in' && state.session.user.mustChangePassword) {
    return page.pathname === '/admin' ? { kind: 'show' } : { kind: 'leave', to: '/admin' }
  }
  if (page.access === 'guest') return { kind: state.status === 'signed-in' ? 'return' : 'show' }

  switch (state.status) {
    case 'loading':
    case 'leaving':
      return { kind: 'wait' }
    case 'unreachable':
      return { kind: 'unreachable' }
    case 'signed-out':
      if (page.access === 'admin') return { kind: 'leave', to: '/admin/login' }
      if (page.signInNotice) return { kind: 'sign-in-notice' }
      return { kind: 'leave', to: `/login?redirect=${encodeURIComponent(page.href)}` }
    case 'signed-in':
      return decideForMember(page, state.session)
  }
}

function decideForMember({ access, permission, pathname }: RequestedPage, session: Session): AccessDecision {
  const home = homeOf(session.memberRole)
  if (access === 'admin' && session.user.role !== 'admin') return { kind: 'leave', to: home, denied: true }
  if (permission === undefined || isPermitted(session.memberRole, permission)) return { kind: 'show' }
  // Signing in leads everyone to the dashboard.
  return pathname === '/dashboard' ? { kind: 'leave', to: home } : { kind: 'not-permitted' }
}
