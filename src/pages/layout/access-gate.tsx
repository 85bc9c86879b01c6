import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, Fragment, useEffect } from 'react'
import { safeReturnPath } from '../../features/auth/rules.ts'
import { type SessionState, refreshSession, useSession } from '../../features/auth/web/session.ts'
import { roleNames } from '../../shared/roles.ts'
import { CheckingPermissions, PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { showError } from '../../web/ui/toast.ts'
import { decideAccess, homeOf } from '../access.ts'
import { useCurrentPage } from './use-current-page.ts'
import { useFollowBusiness } from './use-follow-business.ts'

/** Shows the page if the session may see it; a skeleton until that is known and during a redirect. */
export function AccessGate({ children }: { children: ReactNode }) {
  const page = useCurrentPage()
  const client = useQueryClient()
  // The location of the page on screen, not of the one that is loading, because `page` describes the former.
  const location = useRouterState({ select: (state) => state.resolvedLocation ?? state.location })
  const access = page.access ?? 'public'
  const session = useSession()
  useFollowBusiness(session, access)
  const decision = decideAccess(
    {
      access,
      signInNotice: page.signInNotice ?? false,
      permission: page.permission,
      pathname: location.pathname,
      href: location.href,
    },
    session,
  )
  switch (decision.kind) {
    case 'show':
      // The key discards the state of a private page when another user signs in, for example in another tab, or another business.
      return access === 'public' ? children : <Fragment key={userKeyOf(session)}>{children}</Fragment>
    case 'wait':
      return access === 'admin' ? <CheckingPermissions /> : <PageSkeleton />
    case 'return':
      return <Return to={location.search.redirect} />
    case 'leave':
      return <Leave to={decision.to} denied={decision.denied ?? false} />
    case 'unreachable':
      return (
        <Page>
          <ErrorState onRetry={() => void refreshSession(client)} />
        </Page>
      )
    case 'not-permitted':
      return <NotPermitted state={session} />
    case 'sign-in-notice':
      return (
        <Page>
          <EmptyState
            icon={LockKeyhole}
            level={1}
            title="Please Sign In"
            text="Sign in to see your settings."
            action={
              <Button asChild>
                <Link to="/login" search={{ redirect: location.href }}>
                  Sign In
                </Link>
              </Button>
            }
          />
        </Page>
      )
  }
}

/** Another user, or the same one in another business. */
function userKeyOf(state: SessionState): string {
  return state.status === 'signed-in' ? `${state.session.user.id} ${state.session.business.id}` : 'nobody'
}

/** Also after a change of role, while a page was open. */
function NotPermitted({ state }: { state: SessionState }) {
  if (state.status !== 'signed-in') return null
  const { business, memberRole } = state.session
  const home = homeOf(memberRole)
  return (
    <Page>
      <EmptyState
        icon={LockKeyhole}
        level={1}
        title="Not Part of Your Role"
        text={`You’re ${roleNames[memberRole]} in ${business.name}, and this page is for other roles. The owner or an admin can change your role.`}
        action={
          <Button asChild>
            <Link to={home}>{home === '/dashboard' ? 'Go to the dashboard' : 'Go to invoices'}</Link>
          </Button>
        }
      />
    </Page>
  )
}

function Leave({ to, denied }: { to: string; denied: boolean }) {
  const { history } = useRouter()
  useEffect(() => {
    history.replace(to)
    if (denied) {
      showError('Access Denied', "You don't have administrative permissions.")
    }
  }, [history, to, denied])
  return <PageSkeleton />
}

function Return({ to }: { to: string | undefined }) {
  const { history } = useRouter()
  useEffect(() => {
    history.replace(safeReturnPath(to))
  }, [history, to])
  return <PageSkeleton />
}
