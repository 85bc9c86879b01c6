import { useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions, useNavigate, useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { Session } from '../../features/auth/contract.ts'
import { type SessionState, endSession } from '../../features/auth/web/session.ts'
import { BusinessList } from '../../features/team/web/business-list.tsx'
import { type Permission, isPermitted } from '../../shared/roles.ts'
import { messageOf } from '../../web/api-client.ts'
import { mayLeave } from '../../web/forms/leave-questions.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { showError, showSuccess } from '../../web/ui/toast.ts'
import { useCurrentPage } from './use-current-page.ts'

const visitorLinks = linkOptions([
  { to: '/features', label: 'Features' },
  { to: '/pricing', label: 'Pricing' },
])

const memberLinks = linkOptions([
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/invoices', label: 'Invoices' },
  { to: '/expenses', label: 'Expenses' },
  { to: '/transactions', label: 'Transactions' },
  { to: '/integrations', label: 'Integrations' },
])

/** What the role of a member must allow to follow such a link. */
const needed: Record<(typeof memberLinks)[number]['to'], Permission> = {
  '/dashboard': 'reports.read',
  '/invoices': 'sales.read',
  '/expenses': 'money.read',
  '/transactions': 'money.read',
  '/integrations': 'keys.write',
}

interface NavigationItemsProps {
  state: SessionState
  /** A row in the header, or a list in the menu of small screens. */
  as: 'row' | 'list'
  onChoose?: () => void
}

const looks = {
  row: 'flex h-9 items-center rounded-md px-2.5 text-sm font-medium text-muted hover:bg-surface-sunken hover:text-foreground data-[status=active]:text-accent',
  list: 'flex min-h-11 items-center rounded-md px-3 font-medium text-foreground hover:bg-surface-sunken data-[status=active]:bg-accent-soft data-[status=active]:text-accent',
}

export function NavigationItems({ state, ...rest }: NavigationItemsProps) {
  const page = useCurrentPage()
  if (state.status === 'signed-in' || state.status === 'leaving') {
    return <MemberItems session={state.session} leaving={state.status === 'leaving'} {...rest} />
  }
  // A page for signed-in users is most likely opened by one. Log In would only flicker.
  const undecided = state.status === 'loading' && (page.access === 'user' || page.access === 'admin')
  return undecided ? null : <VisitorItems {...rest} />
}

function VisitorItems({ as, onChoose }: Omit<NavigationItemsProps, 'state'>) {
  return (
    <>
      {visitorLinks.map(({ label, ...link }) => (
        <Link key={link.to} {...link} className={looks[as]} onClick={onChoose}>
          {label}
        </Link>
      ))}
      {as === 'row' && <span aria-hidden className="mx-1 h-5 w-px bg-border" />}
      <Link to="/login" className={looks[as]} onClick={onChoose}>
        Log In
      </Link>
      <Button asChild className={as === 'row' ? 'ml-1' : 'mt-2'}>
        <Link to="/signup" onClick={onChoose}>
          Sign Up
        </Link>
      </Button>
    </>
  )
}

interface MemberItemsProps extends Omit<NavigationItemsProps, 'state'> {
  session: Session
  /** True while the user is signing out. The items stay until the server has responded. */
  leaving: boolean
}

function MemberItems({ session, leaving, as, onChoose }: MemberItemsProps) {
  const admin = session.user.role === 'admin'
  const links = memberLinks.filter(({ to }) => isPermitted(session.memberRole, needed[to]))
  const signOut = useSignOut()
  const onAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith('/admin') })
  // Tabs of the invoices, although their paths are others.
  const isOnInvoices = useRouterState({
    select: ({ location }) => /^\/(?:estimates|clients)(?:\/|$)/.test(location.pathname),
  })
  // A tab of the transactions.
  const isOnReports = useRouterState({
    select: ({ location }) => /^\/reports(?:\/|$)/.test(location.pathname),
  })
  return (
    <>
      {as === 'list' && session.businesses.length > 1 && (
        <BusinessList session={session} onChoose={onChoose} />
      )}
      {links.map(({ label, ...link }) => (
        <Link
          key={link.to}
          {...link}
          {...(link.to === '/invoices' && isOnInvoices && { 'data-status': 'active' })}
          {...(link.to === '/transactions' && isOnReports && { 'data-status': 'active' })}
          className={looks[as]}
          onClick={onChoose}
        >
          {label}
        </Link>
      ))}
      {admin && (
        <Link to="/admin" onClick={onChoose} className={classNames(looks[as], 'gap-1.5')}>
          Admin
          {/* Hidden from screen readers, because the link's name would be "Admin Admin". */}
          <span aria-hidden className="flex">
            <Badge tone={onAdmin ? 'neutral' : 'accent'}>Admin</Badge>
          </span>
        </Link>
      )}
      <Link to="/settings" className={looks[as]} onClick={onChoose}>
        Settings
      </Link>
      <Button
        variant={as === 'row' ? 'ghost' : 'secondary'}
        className={as === 'row' ? '' : 'mt-2'}
        busy={leaving}
        busyLabel="Sign Out"
        onClick={() => {
          onChoose?.()
          void signOut()
        }}
      >
        <LogOut aria-hidden />
        Sign Out
      </Button>
    </>
  )
}

function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave('signing-out'))) return
    try {
      await endSession(client, () => navigate({ to: '/' }))
      showSuccess('Logged Out', 'You have been logged out successfully.')
    } catch (error) {
      showError('Error', messageOf(error, 'An error occurred during logout.'))
    }
  }
}
