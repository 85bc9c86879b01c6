import { formatDate } from '../../../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../../../shared/money.ts'
import type { InvoiceLateFees } from '../../late-fees/contract.ts'
import { lateFeeReason } from '../../late-fees/late-fee-rules.ts'

type NextLateFee = NonNullable<InvoiceLateFees['next']>
type SettledLateFee = InvoiceLateFees['fees'][number]

/** What comes next: "$25.00 on Nov 30, 2026", and why. */
export function nextLateFeeText(next: NextLateFee, format: MoneyFormat): { title: string; text: string } {
  return {
    title: `Next: ${formatMoney(next.amountMinor, format)} on ${formatDate(next.on)}`,
    text: `${lateFeeReason(next)}, if it isn’t paid by then.`,
  }
}

const hints: Record<NonNullable<InvoiceLateFees['hint']>, string> = {
  settled: 'Nothing is left to pay, so no late fee is added.',
  disputed: 'A payment is disputed, so no late fee is added until the bank has decided.',
  credited: 'This invoice has a credit note, so no more late fees are added.',
  'not-sent': 'No late fee is added before the invoice has been sent.',
  paused: 'Reminders are paused, so no late fee is added until you resume them.',
  limit: 'The late fees have reached their limit, so no other one is added.',
  done: 'No other late fee is planned.',
}

/** Why no fee is planned. */
export function lateFeeHint({ hint }: Pick<InvoiceLateFees, 'hint'>): string {
  return hint === null ? 'No late fee is planned.' : hints[hint]
}

const states: Record<SettledLateFee['state'], string> = { added: '', skipped: 'Skipped', removed: 'Removed' }

/** One fee of the list: its amount, its reason, and what became of it. */
export function settledLateFeeText(
  fee: SettledLateFee,
  format: MoneyFormat,
): { title: string; text: string; state: string } {
  const amount = fee.state === 'skipped' ? 'No late fee' : formatMoney(fee.amountMinor, format)
  return {
    title: `${amount} on ${formatDate(fee.on)}`,
    text: lateFeeReason(fee),
    state: states[fee.state],
  }
}

/** The dialog that asks before a fee is skipped or removed, and the toast afterwards. */
export interface LateFeeQuestion {
  title: string
  description: string
  confirmLabel: string
  busyLabel: string
  done: { title: string; description: string }
  failure: string
}

export function skipQuestion(next: NextLateFee, format: MoneyFormat): LateFeeQuestion {
  const amount = formatMoney(next.amountMinor, format)
  return {
    title: 'Skip the next late fee?',
    description: `The ${amount} planned for ${formatDate(next.on)} won’t be added. Any later ones stay planned.`,
    confirmLabel: 'Skip late fee',
    busyLabel: 'Skipping...',
    done: { title: 'Late Fee Skipped', description: `Nothing is added on ${formatDate(next.on)}.` },
    failure: 'The late fee was not skipped',
  }
}

export function removeQuestion(fee: SettledLateFee, format: MoneyFormat): LateFeeQuestion {
  const amount = formatMoney(fee.amountMinor, format)
  return {
    title: 'Remove this late fee?',
    description: `The balance due falls by ${amount}. This late fee isn’t added again.`,
    confirmLabel: 'Remove late fee',
    busyLabel: 'Removing...',
    done: { title: 'Late Fee Removed', description: `Your client owes ${amount} less.` },
    failure: 'The late fee was not removed',
  }
}
