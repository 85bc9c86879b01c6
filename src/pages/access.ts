import type { SessionState } from '../features/auth/web/session.ts'

/** Who may see a page: anyone, visitors who are not signed in, people with an account, platform admins. */
export type PageAccess = 'public' | 'guest' | 'user' | 'admin'

interface Place {
  access: PageAccess
  pathname: string
  /** Path, query and fragment: where a person comes back to after signing in. */
  href: string
  /** Shows Please Sign In instead of sending away. */
  signInNotice: boolean
}

type Passage =
  | { kind: 'show' | 'wait' | 'unreachable' | 'sign-in-notice' | 'return' }
  | { kind: 'leave'; to: string; denied?: true }

/** Whether a page is shown for this session, and where the person goes if not. */
export function decidePassage(place: Place, state: SessionState): Passage {
  if (place.access === 'public') return { kind: 'show' }
  if (state.status === 'signed-in' && state.session.user.mustChangePassword) {
    return place.pathname === '/admin' ? { kind: 'show' } : { kind: 'leave', to: '/admin' }
  }
  if (place.access === 'guest') return { kind: state.status === 'signed-in' ? 'return' : 'show' }

  switch (state.status) {
    case 'loading':
    case 'leaving':
      return { kind: 'wait' }
    case 'unreachable':
      return { kind: 'unreachable' }
    case 'signed-out':
      if (place.access === 'admin') return { kind: 'leave', to: '/admin/login' }
      if (place.signInNotice) return { kind: 'sign-in-notice' }
      return { kind: 'leave', to: `/login?redirect=${encodeURIComponent(place.href)}` }
    case 'signed-in':
      return place.access === 'admin' && state.session.user.role !== 'admin'
        ? { kind: 'leave', to: '/dashboard', denied: true }
        : { kind: 'show' }
  }
}
