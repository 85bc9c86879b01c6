import type { Currency } from '../../../shared/currencies.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { FiledUnder, Receipt } from '../contract.ts'

export function receiptCount(count: number): string {
  return count === 1 ? '1 receipt' : `${count.toLocaleString('en-US')} receipts`
}

const units = ['KB', 'MB', 'GB', 'TB']

/** 148 MB: whole numbers, and at least 1 KB. */
export function sizeText(bytes: number): string {
  let size = bytes / 1024
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${Math.max(1, Math.round(size)).toLocaleString('en-US')} ${units[unit]}`
}

/** What identifies a receipt: its merchant, or its file until that is known. */
export function receiptName({ merchant, fileName }: Pick<Receipt, 'merchant' | 'fileName'>): string {
  return merchant ?? (fileName === '' ? 'Receipt' : fileName)
}

export function totalText({ totalMinor, currency }: Receipt, homeCurrency: Currency): string | null {
  return totalMinor === null ? null : formatMoney(totalMinor, { currency: currency ?? homeCurrency })
}

/** "Supplies, $27.55, Jan 31, 2026": what a receipt is filed under. */
export function filedUnderText({ category, amountMinor, currency, date }: FiledUnder): string {
  return [category, formatMoney(Math.abs(amountMinor), { currency }), formatDate(date)].join(', ')
}

/** What became of several receipts that were confirmed together. */
export function confirmedText({
  attached,
  created,
  skipped,
}: {
  attached: number
  created: number
  skipped: readonly string[]
}): string {
  const parts = [
    attached > 0 && `${receiptCount(attached)} attached.`,
    created > 0 && (created === 1 ? '1 expense added.' : `${created} expenses added.`),
    skipped.length > 0 &&
      `${receiptCount(skipped.length)} left to check: a field is missing, or the period is closed.`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Nothing had to be done.' : parts.join(' ')
}
