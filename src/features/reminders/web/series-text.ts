import { capitalized } from '../../../web/format/capitalized.ts'
import type { ReminderSettings } from '../contract.ts'

export interface SeriesText {
  label: string
  description: string
  /** What it means for this invoice, if that is known. */
  coming?: string | null
}

export function seriesText({ steps }: Pick<ReminderSettings, 'steps'>): SeriesText {
  const days = steps.map(({ offsetDays }) => offsetDays).toSorted((one, other) => one - other)
  return days.length === 0
    ? {
        label: 'Send reminders',
        description: 'Your series has none yet, so nothing is sent. Add some in Settings.',
      }
    : {
        label: days.length === 1 ? 'Send a reminder' : `Send reminders (${days.length})`,
        description: `${capitalized(daysText(days))}. Only while the invoice is not paid.`,
      }
}

/** "7 and 3 days before the due date, on the day, and 1 and 7 days after" */
function daysText(days: readonly number[]): string {
  const before = days.filter((day) => day < 0).map((day) => -day)
  const after = days.filter((day) => day > 0)
  const parts = [
    before.length > 0 && `${counted(before)} before the due date`,
    days.includes(0) && (before.length > 0 ? 'on the day' : 'on the due date'),
    after.length > 0 &&
      `${counted(after)} after${before.length === 0 && !days.includes(0) ? ' the due date' : ''}`,
  ]
  const shown = parts.filter((part) => part !== false)
  return shown.length === 3 ? `${shown[0]}, ${shown[1]}, and ${shown[2]}` : shown.join(', and ')
}

const spellOut = new Intl.ListFormat('en-US', { type: 'conjunction' })

function counted(days: readonly number[]): string {
  // "1, 7 and 14", not "1, 7, and 14": the second comma would look like the start of the next part.
  const list = spellOut.format(days.map(String)).replace(', and ', ' and ')
  return `${list} ${days.at(-1) === 1 ? 'day' : 'days'}`
}
