import { Ban, Ellipsis, KeyRound, MailCheck, RotateCcw } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../web/ui/menu.tsx'
import type { AdminUser } from '../contract.ts'
import { type UserAct, nameOf } from './user-text.ts'

interface UserActionsProps {
  user: AdminUser
  isOwn: boolean
  onAsk: (act: UserAct, user: AdminUser) => void
}

export function UserActions({ user, isOwn, onAsk }: UserActionsProps) {
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
            Resend verification mail
          </MenuItem>
        )}
        <MenuItem icon={KeyRound} disabled={isSuspended} onSelect={() => onAsk('send-reset-link', user)}>
          Send password reset link
        </MenuItem>
        {isSuspended && <MenuLabel>Suspended: restore the account first.</MenuLabel>}
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
