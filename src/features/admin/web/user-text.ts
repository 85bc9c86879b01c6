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
            description: `${email} will be able to do everything you can do here, such as see all users, change roles, suspend accounts, and manage the platform’s email and messages. They won’t see the records of other businesses.`,
            confirm: { label: 'Make Admin', busyLabel: 'Updating...' },
          }
        : {
            title: 'This account is suspended',
            description: `Restore ${name} first. Then you can make the account an admin.`,
          }
    case 'remove-admin':
      return user.id === ownId
        ? {
            title: 'This is your own account',
            description:
              'You can’t remove your own admin role. Another admin can do that for you. If there isn’t one, make someone an admin first.',
          }
        : {
            title: `Remove ${name} as admin?`,
            description: `${email} loses access to the admin pages right away, on every device. The account and its business stay as they are, and you can make them an admin again.`,
            confirm: { label: 'Remove Admin', busyLabel: 'Updating...', tone: 'danger' },
          }
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        description: `${email} can’t sign in until you restore the account.`,
        points: [
          'They’re signed out everywhere right away and can’t sign in.',
          'Email from their business is held. Reminders and recurring invoices aren’t created.',
          'Invoice links keep working, so clients can still pay.',
          'A paid plan continues. To stop it, cancel it with the card provider.',
          'Nothing is deleted in the meantime, even if they asked for it before.',
        ],
        confirm: { label: 'Suspend', busyLabel: 'Suspending...', tone: 'danger' },
      }
    case 'restore':
      return {
        title: `Restore ${name}?`,
        description: `${email} can sign in again. Held email is sent, and reminders and recurring invoices that came due in the meantime are created.`,
        confirm: { label: 'Restore', busyLabel: 'Restoring...' },
      }
    case 'resend-verification':
      return {
        title: 'Resend the verification email?',
        description: `${email} will get an email with a link that confirms the address.`,
        confirm: { label: 'Send email', busyLabel: 'Sending...' },
      }
    case 'send-reset-link':
      return {
        title: 'Send a password reset link?',
        description: `${email} will get an email with a link to set a new password. It works once, for an hour. Nothing changes until it’s used.`,
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
      return { title: 'User Suspended', description: `${email} has been signed out everywhere.` }
    case 'restore':
      return { title: 'User Restored', description: `${email} can sign in again.` }
    case 'resend-verification':
      return { title: 'Verification Email Sent', description: `It’s on its way to ${email}.` }
    case 'send-reset-link':
      return { title: 'Password Reset Link Sent', description: `It’s on its way to ${email}.` }
  }
}

export const failureTitles: Record<UserAct, string> = {
  'make-admin': 'Failed to update user role',
  'remove-admin': 'Failed to update user role',
  suspend: 'Failed to suspend user',
  restore: 'Failed to restore user',
  'resend-verification': 'Failed to send the verification email',
  'send-reset-link': 'Failed to send the reset link',
}
