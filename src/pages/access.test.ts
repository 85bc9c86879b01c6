import { describe, expect, it } from 'vitest'
import type { SessionState } from '../features/auth/web/session.ts'
import type { Role } from '../shared/roles.ts'
import { type PageAccess, decideAccess } from './access.ts'

function page(access: PageAccess, href = '/invoices?page=2', signInNotice = false) {
  return { access, href, pathname: href.replace(/[?#].*/, ''), signInNotice }
}

function signedIn(change: { role?: 'user' | 'admin'; mustChangePassword?: boolean } = {}) {
  return {
    status: 'signed-in' as const,
    google: false,
    session: {
      user: {
        id: '3f0e6f52-5d0b-4a40-8a3c-0d1f8f6b7a11',
        name: 'Test Owner',
        email: 'owner@example.com',
        emailVerified: true,
        role: 'user' as const,
        mustChangePassword: false,
        ...change,
      },
      business: {
        id: 'b2b7c3a4-1d2e-4f50-9a61-7c8d9e0f1a2b',
        name: 'Test Business',
        timeZone: 'UTC',
        currency: 'USD',
        locale: 'en-US',
        deleteAfter: null,
      },
      memberRole: 'owner' as const,
      hasTeam: false,
      isOffered: false,
      businesses: [],
    },
  }
}

const signedOut: SessionState = { status: 'signed-out', google: false }

describe('a page for members', () => {
  it('waits while the session is loading or ending', () => {
    expect(decideAccess(page('user'), { status: 'loading' })).toEqual({ kind: 'wait' })
    expect(decideAccess(page('admin'), { ...signedIn(), status: 'leaving' })).toEqual({ kind: 'wait' })
  })

  it('sends visitors to sign in and remembers where they were going', () => {
    expect(decideAccess(page('user'), signedOut)).toEqual({
      kind: 'leave',
      to: '/login?redirect=%2Finvoices%3Fpage%3D2',
    })
  })

  it('asks visitors to sign in on the spot where it says so', () => {
    expect(decideAccess(page('user', '/settings', true), signedOut)).toEqual({ kind: 'sign-in-notice' })
  })

  it('says that the server is away instead of calling the visitor signed out', () => {
    expect(decideAccess(page('user'), { status: 'unreachable' })).toEqual({ kind: 'unreachable' })
  })
})

describe('a page for admins', () => {
  it('sends visitors to the admin login, members to the dashboard with a word, and shows itself to admins', () => {
    expect(decideAccess(page('admin', '/admin'), signedOut)).toEqual({ kind: 'leave', to: '/admin/login' })
    expect(decideAccess(page('admin', '/admin'), signedIn())).toEqual({
      kind: 'leave',
      to: '/dashboard',
      denied: true,
    })
    expect(decideAccess(page('admin', '/admin'), signedIn({ role: 'admin' }))).toEqual({ kind: 'show' })
  })
})

describe('a page that needs more than some roles have', () => {
  const reports = { ...page('user', '/reports'), permission: 'reports.read' as const }
  const inRole = (memberRole: Role) => {
    const state = signedIn()
    return { ...state, session: { ...state.session, memberRole } }
  }

  it('follows the role, also one that was changed while the page is open', () => {
    expect(decideAccess(reports, inRole('bookkeeper'))).toEqual({ kind: 'show' })
    expect(decideAccess(reports, inRole('sales'))).toEqual({ kind: 'not-permitted' })
    expect(decideAccess(reports, inRole('viewer'))).toEqual({ kind: 'show' })
  })

  it('is left for the first page of the role where signing in leads everyone', () => {
    const dashboard = { ...page('user', '/dashboard'), permission: 'reports.read' as const }
    expect(decideAccess(dashboard, inRole('sales'))).toEqual({ kind: 'leave', to: '/invoices' })
    expect(decideAccess(dashboard, inRole('admin'))).toEqual({ kind: 'show' })
  })
})

describe('a page for guests', () => {
  it('shows itself at once and sends members on', () => {
    expect(decideAccess(page('guest', '/login'), { status: 'loading' })).toEqual({ kind: 'show' })
    expect(decideAccess(page('guest', '/login'), signedOut)).toEqual({ kind: 'show' })
    expect(decideAccess(page('guest', '/login'), signedIn())).toEqual({ kind: 'return' })
  })
})

describe('while the initial password must be changed', () => {
  const state = signedIn({ role: 'admin', mustChangePassword: true })

  it.each<[PageAccess, string]>([
    ['user', '/dashboard'],
    ['user', '/invoices/new'],
    ['guest', '/login'],
  ])('a page for %s (%s) leads to /admin', (access, href) => {
    expect(decideAccess(page(access, href), state)).toEqual({ kind: 'leave', to: '/admin' })
  })

  it('/admin shows itself, whatever the role, so that nobody goes round in circles', () => {
    expect(decideAccess(page('admin', '/admin'), state)).toEqual({ kind: 'show' })
    expect(decideAccess(page('admin', '/admin'), signedIn({ mustChangePassword: true }))).toEqual({
      kind: 'show',
    })
  })

  it('public pages stay open', () => {
    expect(decideAccess(page('public', '/pricing'), state)).toEqual({ kind: 'show' })
  })
})
