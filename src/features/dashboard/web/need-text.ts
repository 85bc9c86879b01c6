import { dateIn, formatDate } from '../../../shared/dates.ts'
import { productName } from '../../../shared/product.ts'
import { plans } from '../../billing/rules.ts'
import type { Needs } from '../contract.ts'
import { dayText } from './day-text.ts'

type Overdue = Needs['overdue']['items'][number]
type FailedMail = Needs['failedMails']['items'][number]
type NeedyBank = Needs['banks']['items'][number]
type Trial = NonNullable<Needs['trial']>
interface Listed<T> {
  items: T[]
  count: number
}

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
  { canRemind, isDisputed, openMinor, remindedAt }: Overdue,
  timeZone: string,
  now: Date,
): string | null {
  if (openMinor === 0) return 'Nothing to pay'
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
  'credit-note': 'The credit note',
  statement: 'The statement',
}

export function failedMailText({ kind, to }: Pick<FailedMail, 'kind' | 'to'>): string {
  return `${mails[kind]} to ${to} was not delivered`
}

export function clientNewsText(kind: Needs['clientNews']['items'][number]['kind']): string {
  return kind === 'message' ? 'Wrote you a message' : 'Asks you to change their details'
}

export function bankText({ institutionName, need, endsAt }: NeedyBank, timeZone: string): BankText {
  switch (need) {
    case 'signIn':
      return {
        title: `${institutionName} needs you to sign in again`,
        detail: 'Until then, its balance and transactions aren’t updated.',
        action: 'Reconnect',
      }
    case 'ended':
      return {
        title: `${institutionName} ended the connection`,
        detail: 'Nothing new is imported from there.',
        action: 'Reconnect',
      }
    case 'expiring': {
      const day = endsAt === null ? 'soon' : `on ${formatDate(dateIn(timeZone, new Date(endsAt)))}`
      return {
        title: `Access to ${institutionName} ends ${day}`,
        detail: 'Sign in again before then so nothing is missed.',
        action: 'Sign In Again',
      }
    }
    case 'accountRevoked':
      return {
        title: `An account at ${institutionName} is no longer shared`,
        detail: 'Nothing new is imported from it.',
        action: 'Choose Accounts',
      }
    case 'newAccounts':
      return {
        title: `You have new accounts at ${institutionName}`,
        detail: `They aren’t shared with ${productName} yet.`,
        action: 'Choose Accounts',
      }
  }
}

export function trialEndText({ plan, endsAt }: Trial, timeZone: string, today: string): string {
  return `Your ${plans[plan].label} trial ends ${dayText(dateIn(timeZone, new Date(endsAt)), today)}`
}

/** The needs of the dashboard, and the test payments that are left in the books. */
export interface AllNeeds<Tests> extends Needs {
  tests: Tests | null
}

export function needsCount({ tests, trial, ...needs }: AllNeeds<unknown>): number {
  const { disputes, overdue, dueSoon, bills, banks, failedMails, clientNews } = needs
  const lists = [disputes, overdue, dueSoon, bills, banks, failedMails, clientNews]
  return lists.reduce((sum, { count }) => sum + count, (tests ? 1 : 0) + (trial ? 1 : 0))
}

/** Returns the most urgent needs, at most `max` altogether. */
export function firstNeeds<Tests>(needs: AllNeeds<Tests>, max: number): AllNeeds<Tests> {
  let room = max
  function first<T>({ items }: Listed<T>): Listed<T> {
    const taken = items.slice(0, room)
    room -= taken.length
    return { items: taken, count: taken.length }
  }
  function ifRoom<T>(need: T | null): T | null {
    if (need === null || room === 0) return null
    room -= 1
    return need
  }
  return {
    disputes: first(needs.disputes),
    overdue: first(needs.overdue),
    clientNews: first(needs.clientNews),
    dueSoon: first(needs.dueSoon),
    bills: first(needs.bills),
    banks: first(needs.banks),
    failedMails: first(needs.failedMails),
    tests: ifRoom(needs.tests),
    trial: ifRoom(needs.trial),
  }
}

/** Says how many there are besides those shown; null if all are shown. */
export function moreText({ items, count }: { items: readonly unknown[]; count: number }): string | null {
  const rest = count - items.length
  return rest > 0 ? `and ${rest.toLocaleString('en-US')} more` : null
}
