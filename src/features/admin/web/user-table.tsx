import { Ban, Ellipsis, KeyRound, MailCheck, RotateCcw } from 'lucide-react'
import { memo, useMemo } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../web/ui/menu.tsx'
import type { AdminUser } from '../contract.ts'
import { type UserAct, dayOf, nameOf, roleLabels, subscriptionLabels } from './user-text.ts'

interface UserTableProps {
  users: readonly AdminUser[]
  ownId: string
  timeZone: string
  loading?: boolean
  onAsk: (act: UserAct, user: AdminUser) => void
}

/** Memoized: hundreds of rows render again only when the rows change. */
export const UserTable = memo(function UserRows({ users, ownId, timeZone, loading, onAsk }: UserTableProps) {
  const columns = useMemo(() => columnsFor(ownId, timeZone, onAsk), [ownId, timeZone, onAsk])
  return (
    <DataTable
      wide
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
})

function columnsFor(ownId: string, timeZone: string, onAsk: UserTableProps['onAsk']): Column<AdminUser>[] {
  return [
    {
      key: 'user',
      header: 'User',
      primary: true,
      cell: (user) => <Person user={user} isOwn={user.id === ownId} />,
    },
    {
      key: 'business',
      header: 'Business',
      cell: ({ businessName }) => <span className="wrap-anywhere">{businessName || 'N/A'}</span>,
    },
    {
      key: 'subscription',
      header: 'Subscription',
      cell: ({ subscriptionStatus, subscriptionEndDate }) => (
        <div className="flex flex-col gap-0.5 as-cards:items-end">
          <Badge tone={subscriptionTone(subscriptionStatus)}>{subscriptionLabels[subscriptionStatus]}</Badge>
          {subscriptionEndDate !== null && (
            <span className="text-xs whitespace-nowrap text-muted">
              Expires {dayOf(timeZone, subscriptionEndDate)}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      cell: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roleLabels[role]}</Badge>,
    },
    {
      key: 'joined',
      header: 'Joined',
      cell: ({ createdAt }) => <Day moment={createdAt} timeZone={timeZone} />,
    },
    {
      key: 'last-sign-in',
      header: 'Last Sign In',
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? (
          <span className="text-muted">Never</span>
        ) : (
          <Day moment={lastSignInAt} timeZone={timeZone} />
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'as-table:w-px as-cards:mt-auto as-cards:-mr-2 as-cards:pt-2 as-cards:before:content-none!',
      cell: (user) => <UserActions user={user} isOwn={user.id === ownId} onAsk={onAsk} />,
    },
  ]
}

function Person({ user, isOwn }: { user: AdminUser; isOwn: boolean }) {
  return (
    <div className="flex flex-col gap-0.5 as-table:min-w-36">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere">{user.name || 'N/A'}</span>
        {isOwn && <Badge tone="outline">You</Badge>}
        {user.suspendedAt !== null && (
          <Badge tone="negative" icon={Ban}>
            Suspended
          </Badge>
        )}
      </div>
      <span className="text-sm font-normal wrap-anywhere text-muted">{user.email}</span>
      {!user.emailVerified && <span className="text-xs font-normal text-attention">Unverified</span>}
    </div>
  )
}

function Day({ moment, timeZone }: { moment: string; timeZone: string }) {
  return (
    <time dateTime={moment} className="whitespace-nowrap tabular-nums">
      {dayOf(timeZone, moment)}
    </time>
  )
}

function subscriptionTone(status: AdminUser['subscriptionStatus']) {
  if (status === 'active') return 'positive'
  return status === 'past_due' || status === 'unpaid' ? 'attention' : 'neutral'
}

interface UserActionsProps {
  user: AdminUser
  isOwn: boolean
  onAsk: (act: UserAct, user: AdminUser) => void
}

function UserActions({ user, isOwn, onAsk }: UserActionsProps) {
  const isAdmin = user.role === 'admin'
  const isSuspended = user.suspendedAt !== null
  const name = nameOf(user)
  return (
    <div className="flex items-center w-full justify-between gap-1 whitespace-nowrap as-table:min-w-max">
      <Button
        variant="secondary"
        size="sm"
        aria-label={`${isAdmin ? 'Remove Admin' : 'Make Admin'}: ${name}`}
        onClick={() => onAsk(isAdmin ? 'remove-admin' : 'make-admin', user)}
      >
        {isAdmin ? 'Remove Admin' : 'Make Admin'}
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {!user.emailVerified && (
          <MenuItem icon={MailCheck} onSelect={() => onAsk('resend-verification', user)}>
            Resend verification email
          </MenuItem>
        )}
        <MenuItem icon={KeyRound} disabled={isSuspended} onSelect={() => onAsk('send-reset-link', user)}>
          Send password reset link
        </MenuItem>
        {isSuspended && <MenuLabel>Suspended. Restore the account first.</MenuLabel>}
        {!isOwn && (
          <>
            <MenuSeparator />
            {isSuspended ? (
              <MenuItem icon={RotateCcw} onSelect={() => onAsk('restore', user)}>
                Restore
              </MenuItem>
            ) : (
              <MenuItem icon={Ban} tone="danger" disabled={isAdmin} onSelect={() => onAsk('suspend', user)}>
                Suspend
              </MenuItem>
            )}
            {isAdmin && !isSuspended && <MenuLabel>Remove the admin role first.</MenuLabel>}
          </>
        )}
      </Menu>
    </div>
  )
}
