import type { Currency } from '../../../../shared/currencies.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { getTimeline } from '../../contract.ts'
import { stepText } from '../../rules.ts'

export type TimelineEntry = ResponseOf<typeof getTimeline>['entries'][number]

export interface EntryText {
  title: string
  detail?: string
  quote?: string
}

/** Returns the text of an entry. `earlier` are the entries before it, which may change the wording. */
export function textFor(
  entry: TimelineEntry,
  currency: Currency,
  earlier: readonly TimelineEntry[] = [],
): EntryText {
  switch (entry.kind) {
    case 'created':
    case 'duplicated':
    case 'changed':
    case 'approval-asked':
    case 'approved':
    case 'viewed':
    case 'recurred':
    case 'imported':
    case 'reminders-paused':
    case 'reminders-resumed':
    case 'cancelled':
      return { title: plainTitles[entry.kind] }
    case 'sent-back':
      return { title: 'Sent back', ...(entry.note !== null && { quote: entry.note }) }
    case 'paid':
      return { title: paidTitle(entry, currency, earlier) }
    case 'credited':
      return { title: `Credit note ${entry.note} for ${formatMoney(entry.amountMinor ?? 0, { currency })}` }
    case 'late-fee':
    case 'late-fee-removed':
    case 'late-fee-skipped':
      return textForLateFee(entry.kind, entry, currency)
    case 'payment':
    case 'overpaid':
    case 'refunded':
    case 'refund-failed':
    case 'undone':
    case 'waived':
    case 'owed-again':
    case 'disputed':
    case 'dispute-won':
    case 'dispute-lost':
      return textForMoney(entry.kind, entry, currency)
    case 'says-paid':
      return {
        title: 'The client says it’s paid',
        detail: 'Reminders were paused.',
        ...(entry.note !== null && { quote: entry.note }),
      }
    case 'card-saved':
      return { title: `The client saved a card: ${entry.note}`, detail: 'It pays the next invoices.' }
    case 'charged':
      return { title: `Charged automatically: ${entry.note}` }
    case 'charge-declined':
      return {
        title: 'The automatic payment was not made',
        ...(entry.note !== null && { detail: entry.note }),
      }
    case 'autopay-stopped':
      return { title: 'The client stopped automatic payments' }
    case 'reminder-skipped':
      return { title: 'Reminder skipped', ...stepDetail(entry) }
    case 'reminder-missed':
      return { title: withReason('Reminder not sent', stepOf(entry)), detail: missedDetail }
    case 'mail-held':
    case 'mail-queued':
    case 'mail-sent':
    case 'mail-failed':
      return textForMail[entry.mail ?? 'invoice'](entry)
  }
}

const plainTitles = {
  created: 'Created',
  duplicated: 'Copied from another invoice',
  changed: 'Changed',
  'approval-asked': 'Waits for approval',
  approved: 'Approved',
  viewed: 'Viewed by the client',
  recurred: 'Created by a recurring invoice',
  imported: 'Imported from a file',
  'reminders-paused': 'Reminders paused',
  'reminders-resumed': 'Reminders resumed',
  cancelled: 'Canceled, with nothing left due',
}

const textForMail = {
  invoice: textForInvoiceMail,
  receipt: (entry: TimelineEntry) => textForNotice(entry, 'receipt'),
  refund: (entry: TimelineEntry) => textForNotice(entry, 'refund notice'),
  reminder: textForReminder,
  'credit-note': (entry: TimelineEntry) => textForNotice(entry, 'credit note'),
  autopay: (entry: TimelineEntry) => textForNotice(entry, 'notice about automatic payments'),
}
const missedDetail = 'A later one was due by the time it could be sent.'

function paidTitle(
  { amountMinor }: TimelineEntry,
  currency: Currency,
  earlier: readonly TimelineEntry[],
): string {
  // Without an amount, a change of the invoice or a credit note settled it.
  if (amountMinor === null) return 'Paid, with nothing left due'
  const isRest = earlier.some(({ kind }) => kind === 'payment' || kind === 'paid')
  return `${isRest ? 'Paid in full with' : 'Paid'} ${formatMoney(amountMinor, { currency })}`
}

function textForLateFee(
  kind: 'late-fee' | 'late-fee-removed' | 'late-fee-skipped',
  { amountMinor, note }: Pick<TimelineEntry, 'amountMinor' | 'note'>,
  currency: Currency,
): EntryText {
  const detail = note === null ? {} : { detail: `For being late: ${note}.` }
  if (kind === 'late-fee-skipped') return { title: 'Late fee skipped', ...detail }
  const fee = `Late fee of ${formatMoney(amountMinor ?? 0, { currency })}`
  return { title: `${fee} ${kind === 'late-fee' ? 'added' : 'removed'}`, ...detail }
}

type MoneyKind =
  | 'payment'
  | 'overpaid'
  | 'refunded'
  | 'refund-failed'
  | 'undone'
  | 'waived'
  | 'owed-again'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost'

function textForMoney(
  kind: MoneyKind,
  { amountMinor: minor, isTest }: Pick<TimelineEntry, 'amountMinor' | 'isTest'>,
  currency: Currency,
): EntryText {
  // Old entries were recorded without an amount.
  const amount = minor === null ? null : formatMoney(minor, { currency })
  switch (kind) {
    case 'payment':
      return { title: amount ? `${amount} received` : 'A payment was received' }
    case 'overpaid':
      return { title: amount ? `Overpaid by ${amount}` : 'Overpaid' }
    case 'refunded':
      return { title: amount ? `${amount} refunded` : 'Refunded' }
    case 'refund-failed':
      return { title: amount ? `A refund of ${amount} failed` : 'A refund failed' }
    case 'undone':
      if (isTest) return { title: `A test payment of ${amount} was removed` }
      return { title: amount ? `A payment of ${amount} was undone` : 'A payment was undone' }
    case 'waived':
      return { title: `Marked as no longer owed: ${amount}` }
    case 'owed-again':
      return { title: `Marked as still owed: ${amount}` }
    case 'disputed':
      return {
        title: `The client disputes ${amount}`,
        detail: 'Their bank has taken the money back for now.',
      }
    case 'dispute-won':
      return { title: `Dispute won: ${amount} was returned to you` }
    case 'dispute-lost':
      return { title: `Dispute lost: ${amount} was returned to the client` }
  }
}

function textForInvoiceMail({ kind, to, reason, waitsForAccount }: TimelineEntry): EntryText {
  const whom = to ?? 'the client'
  if (kind === 'mail-held') return { title: waitingTitle, detail: `It will then be sent to ${whom}.` }
  if (kind === 'mail-queued') {
    return { title: `${waitsForAccount ? 'Waiting to be sent' : 'Sending'} to ${whom}`, ...soFar(reason) }
  }
  if (kind === 'mail-sent') return { title: `Emailed to ${whom}` }
  return { title: withReason(`Could not be delivered to ${whom}`, reason) }
}

export function textForNotice(
  { kind, to, reason, waitsForAccount }: Pick<TimelineEntry, 'kind' | 'to' | 'reason' | 'waitsForAccount'>,
  what: string,
): EntryText {
  const whom = to ?? 'the client'
  if (kind === 'mail-held')
    return { title: waitingTitle, detail: `The ${what} will then be sent to ${whom}.` }
  if (kind === 'mail-queued') {
    const doing = waitsForAccount ? `The ${what} is waiting to be sent` : `Sending the ${what}`
    return { title: `${doing} to ${whom}`, ...soFar(reason) }
  }
  const name = what.charAt(0).toUpperCase() + what.slice(1)
  if (kind === 'mail-sent') return { title: `${name} emailed to ${whom}` }
  return { title: withReason(`The ${what} could not be delivered to ${whom}`, reason) }
}

function textForReminder(entry: TimelineEntry): EntryText {
  const { kind, to, reason, waitsForAccount } = entry
  const whom = to ?? 'the client'
  if (kind === 'mail-held')
    return { title: waitingTitle, detail: `The reminder will then be sent to ${whom}.` }
  if (kind === 'mail-queued') {
    const doing = waitsForAccount ? 'A reminder is waiting to be sent' : 'Sending a reminder'
    return { title: `${doing} to ${whom}`, ...stepDetail(entry), ...soFar(reason) }
  }
  const title =
    kind === 'mail-sent'
      ? `Reminder emailed to ${whom}`
      : withReason(`The reminder to ${whom} was not delivered`, reason)
  return { title, ...stepDetail(entry) }
}

function stepOf({ offsetDays }: TimelineEntry): string | null {
  return offsetDays === null ? null : stepText(offsetDays)
}

function stepDetail(entry: TimelineEntry): Pick<EntryText, 'detail'> {
  const step = stepOf(entry)
  return { detail: step ? `The one planned ${step}.` : sentByYou }
}

/** Where several people work, the entry names who it was instead. */
export const sentByYou = 'Sent by you.'
const waitingTitle = 'Waiting for you to confirm your own email address'

function soFar(reason: string | null): Pick<EntryText, 'detail'> {
  return reason ? { detail: `It will be tried again. Last error: ${reason}` } : {}
}

function withReason(title: string, reason: string | null): string {
  return reason ? `${title}: ${reason}` : title
}

/** Whether the timeline is about to change because a mail is queued. */
export function isSettling(entries: ReadonlyArray<{ kind: string }>): boolean {
  return entries.some((entry) => entry.kind === 'mail-queued')
}
