import type { SessionState } from '../features/auth/web/session.ts'

/** Who may see a page: everyone, only users who are signed out, signed-in users, or admins. */
export type PageAccess = 'public' | 'guest' | 'user' | 'admin'

interface RequestedPage {
  access: PageAccess
  pathname: string
  /** Path, query and hash, to return to after signing in. */
  href: string
  /** Shows Please Sign In instead of redirecting to /login. */
  signInNotice: boolean
}

type AccessDecision =
  | { kind: 'show' | 'wait' | 'unreachable' | 'sign-in-notice' | 'return' }
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
      return page.access === 'admin' && state.session.user.role !== 'admin'
        ? { kind: 'leave', to: '/dashboard', denied: true }
        : { kind: 'show' }
  }
}
