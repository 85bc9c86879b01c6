import { dateIn, formatDate } from '../../../shared/dates.ts'
import { plans } from '../../billing/rules.ts'
import type { Needs } from '../contract.ts'
import { dayText } from './day-text.ts'

type Overdue = Needs['overdue']['items'][number]
type FailedMail = Needs['failedMails']['items'][number]
type NeedyBank = Needs['banks']['items'][number]
type Trial = NonNullable<Needs['trial']>

interface BankText {
  title: string
  detail: string
  action: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Whether a reminder can be sent now: the server allows one per hour for each invoice. */
export function canRemindNow({ canRemind, isDisputed, remindedAt }: Overdue, now: Date): boolean {
  return canRemind && !isDisputed && (remindedAt === null || now.getTime() - Date.parse(remindedAt) >= hourMs)
}

/** Returns what to know before reminding, or why it is not possible; null if there is nothing to say. */
export function remindText(
  { canRemind, isDisputed, openCents, remindedAt }: Overdue,
  timeZone: string,
  now: Date,
): string | null {
  if (openCents === 0) return 'Nothing to pay'
  if (isDisputed) return 'Payment disputed'
  if (!canRemind) return 'Not sent to the client yet'
  if (remindedAt === null) return null
  const minutes = Math.floor((now.getTime() - Date.parse(remindedAt)) / minuteMs)
  if (minutes < 1) return 'Reminded just now'
  if (minutes < 60) return `Reminded ${minutes} min ago`
  return `Reminded ${formatDate(dateIn(timeZone, new Date(remindedAt)))}`
}

const mails = {
  invoice: 'The invoice',
  receipt: 'The receipt',
  reminder: 'The reminder',
  refund: 'The refund notice',
}

export function failedMailText({ kind, to }: Pick<FailedMail, 'kind' | 'to'>): string {
  return `${mails[kind]} to ${to} was not delivered`
}

export function bankText({ institutionName, need, endsAt }: NeedyBank, timeZone: string): BankText {
  switch (need) {
    case 'signIn':
      return {
        title: `${institutionName} wants you to sign in again`,
        detail: 'Its balance and transactions stand still until then.',
        action: 'Reconnect',
      }
    case 'ended':
      return {
        title: `The access to ${institutionName} was ended at the bank`,
        detail: 'Nothing new is fetched from there.',
        action: 'Reconnect',
      }
    case 'expiring': {
      const day = endsAt === null ? 'soon' : `on ${formatDate(dateIn(timeZone, new Date(endsAt)))}`
      return {
        title: `Access to ${institutionName} ends ${day}`,
        detail: 'Sign in again before then, and nothing is missed.',
        action: 'Sign In Again',
      }
    }
    case 'accountRevoked':
      return {
        title: `An account at ${institutionName} is not shared any more`,
        detail: 'Nothing new is fetched from it.',
        action: 'Choose Accounts',
      }
    case 'newAccounts':
      return {
        title: `${institutionName} has new accounts`,
        detail: 'They are not shared here yet.',
        action: 'Choose Accounts',
      }
  }
}

export function trialEndText({ plan, endsAt }: Trial, timeZone: string, today: string): string {
  return `Your ${plans[plan].label} trial ends ${dayText(dateIn(timeZone, new Date(endsAt)), today)}`
}

export function needsCount({ trial, ...needs }: Needs): number {
  const { disputes, overdue, dueSoon, bills, banks, failedMails } = needs
  const lists = [disputes, overdue, dueSoon, bills, banks, failedMails]
  return lists.reduce((sum, { count }) => sum + count, trial ? 1 : 0)
}

/** Says how many there are besides those shown; null if all are shown. */
export function moreText({ items, count }: { items: readonly unknown[]; count: number }): string | null {
  const rest = count - items.length
  return rest > 0 ? `and ${rest.toLocaleString('en-US')} more` : null
}
