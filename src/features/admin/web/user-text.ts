import { dateIn, formatDate } from '../../../shared/dates.ts'
import type { AdminUser } from '../contract.ts'

export type UserAct =
  | 'make-admin'
  | 'remove-admin'
  | 'suspend'
  | 'restore'
  | 'resend-verification'
  | 'send-reset-link'

type Person = Pick<AdminUser, 'name' | 'email'>

export const subscriptionLabels: Record<AdminUser['subscriptionStatus'], string> = {
  free: 'Free',
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  incomplete: 'Incomplete',
  canceled: 'Canceled',
}

export const roleLabels: Record<AdminUser['role'], string> = { user: 'User', admin: 'Admin' }

export function nameOf({ name, email }: Person): string {
  return name || email
}

/** Formats the date of a moment in the viewer's time zone, such as "Nov 5, 2026". */
export function dayOf(timeZone: string, moment: string): string {
  return formatDate(dateIn(timeZone, new Date(moment)))
}

export function shownCountText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count} are shown.`
  return count === 1 ? '1 user' : `${count} users`
}

interface Question {
  title: string
  description: string
  points?: readonly string[]
  /** Missing if the action is not possible. */
  confirm?: { label: string; busyLabel: string; tone?: 'danger' }
}

export function questionOf(act: UserAct, user: AdminUser, ownId: string): Question {
  const name = nameOf(user)
  const { email } = user
  switch (act) {
    case 'make-admin':
      return user.suspendedAt === null
        ? {
            title: `Make ${name} an admin?`,
            description: `${email} can then do all that you can do here: see all users, change roles, suspend accounts, and look after the mail and messages of the platform. The records of other businesses stay closed.`,
            confirm: { label: 'Make Admin', busyLabel: 'Updating...' },
          }
        : {
            title: 'This account is suspended',
            description: `Restore ${name} first. Then the account can be made an admin.`,
          }
    case 'remove-admin':
      return user.id === ownId
        ? {
            title: 'This is your own account',
            description:
              'You cannot remove your own admin role. Another admin can do that for you; if there is none, make somebody an admin first.',
          }
        : {
            title: `Remove ${name} as admin?`,
            description: `${email} leaves the admin pages at once, on every device. The account and its business stay as they are, and you can make them an admin again.`,
            confirm: { label: 'Remove Admin', busyLabel: 'Updating...', tone: 'danger' },
          }
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        description: `${email} stays out until you restore the account.`,
        points: [
          'They are signed out everywhere at once and cannot sign in.',
          'Mail in the name of their business waits. Reminders and recurring invoices are not made.',
          'Links of invoices keep working, so that clients can still pay.',
          'A paid plan goes on; end it at the card provider if it should not.',
          'Nothing is deleted meanwhile, not even if they asked for it before.',
        ],
        confirm: { label: 'Suspend', busyLabel: 'Suspending...', tone: 'danger' },
      }
    case 'restore':
      return {
        title: `Restore ${name}?`,
        description: `${email} can sign in again. Mail that waited goes out, and reminders and recurring invoices that fell due meanwhile are made.`,
        confirm: { label: 'Restore', busyLabel: 'Restoring...' },
      }
    case 'resend-verification':
      return {
        title: 'Send the verification mail again?',
        description: `${email} gets a mail with a link that confirms the address.`,
        confirm: { label: 'Send mail', busyLabel: 'Sending...' },
      }
    case 'send-reset-link':
      return {
        title: 'Send a password reset link?',
        description: `${email} gets a mail with a link to set a new password. It works once, for an hour. Until it is used, nothing changes.`,
        confirm: { label: 'Send link', busyLabel: 'Sending...' },
      }
  }
}

export function doneText(act: UserAct, { email }: Person): { title: string; description?: string } {
  switch (act) {
    case 'make-admin':
      return { title: 'User role updated to admin.' }
    case 'remove-admin':
      return { title: 'User role updated to user.' }
    case 'suspend':
      return { title: 'User suspended', description: `${email} has been signed out everywhere.` }
    case 'restore':
      return { title: 'User restored', description: `${email} can sign in again.` }
    case 'resend-verification':
      return { title: 'Verification mail sent', description: `It is on its way to ${email}.` }
    case 'send-reset-link':
      return { title: 'Password reset link sent', description: `It is on its way to ${email}.` }
  }
}

export const failureTitles: Record<UserAct, string> = {
  'make-admin': 'Failed to update user role',
  'remove-admin': 'Failed to update user role',
  suspend: 'Failed to suspend user',
  restore: 'Failed to restore user',
  'resend-verification': 'Failed to send the verification mail',
  'send-reset-link': 'Failed to send the reset link',
}
