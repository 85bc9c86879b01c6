import { addDays, dateIn } from '../../../shared/dates.ts'
import { capitalized } from '../../../web/format/capitalized.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { stepText } from '../../invoices/rules.ts'
import type { InvoiceReminders } from '../contract.ts'

interface PanelText {
  title: string
  text: string
}

type Hint = NonNullable<InvoiceReminders['hint']>

/** The text of each hint, for a business with its own series and for one with the default reminder. */
const hints: Record<Hint, string | { series: string; single: string }> = {
  paid: 'The invoice is paid.',
  disputed: 'A payment is disputed: nobody is reminded until the bank has decided.',
  off: {
    series: 'They’re off for this invoice. Edit it to turn them on, under Sending.',
    single: 'It’s off for this invoice. Edit it to turn it on, under Sending.',
  },
  'not-sent': {
    series: 'The invoice has not been sent. They begin once it is sent.',
    single: 'The invoice has not been sent. The reminder goes on its day once it is sent.',
  },
  'client-opted-out': 'This client gets none automatically. You can still remind them yourself.',
  'no-steps': {
    series: 'Your series has no days. Choose them in Settings.',
    single: 'No day is chosen. Choose one in Settings.',
  },
  passed: {
    series: 'The days of your series have passed for this invoice.',
    single: 'The day of the reminder has passed for this invoice.',
  },
  'partly-passed': {
    series: 'Some of your series have gone out or were skipped. The days of the others have passed.',
    single: 'The day of the reminder has passed for this invoice.',
  },
  done: {
    series: 'All reminders of your series have gone out or were skipped.',
    single: 'The reminder has gone out or was skipped.',
  },
}
const titles: Partial<Record<Hint, string>> = {
  'not-sent': 'No reminder is planned yet',
  done: 'No further reminder is planned',
  'partly-passed': 'No further reminder is planned',
}

type HintFacts = Pick<InvoiceReminders, 'hint' | 'hasOwnSeries'> & {
  /** Whether "Do not send" is chosen for the invoice, which disables the checkbox. */
  isSilent: boolean
}

export function hintText({ hint, hasOwnSeries, isSilent }: HintFacts): PanelText {
  const cause = hint ?? 'done'
  const title = titles[cause] ?? 'No reminder is planned'
  if (cause === 'off' && isSilent) {
    const what = hasOwnSeries ? 'They’re' : 'It’s'
    return {
      title,
      text: `${what} off for this invoice. Choose Email now or Email later under Sending first.`,
    }
  }
  const text = hints[cause]
  return { title, text: typeof text === 'string' ? text : text[hasOwnSeries ? 'series' : 'single'] }
}

interface Next {
  at: string
  offsetDays: number
}

export function nextText({ at, offsetDays }: Next, dueDate: string, timeZone: string, now: Date): PanelText {
  const step = stepText(offsetDays)
  if (new Date(at) <= now) {
    return { title: 'The next reminder goes out within minutes', text: `The one planned ${step}.` }
  }
  const isPostponed = dateIn(timeZone, new Date(at)) !== addDays(dueDate, offsetDays)
  return {
    title: `Next reminder: ${formatMoment(timeZone, at)}`,
    text: isPostponed
      ? `The one planned ${step}, put off because it could not leave at its time.`
      : `${capitalized(step)}.`,
  }
}

const causes: Record<Hint, string> = {
  paid: 'The invoice is paid',
  disputed: 'A payment is disputed',
  off: 'Off for this invoice',
  'not-sent': 'The invoice hasn’t been sent',
  'client-opted-out': 'Off for this client',
  'no-steps': 'No days are chosen',
  passed: 'The planned days have passed',
  'partly-passed': 'The planned days have passed',
  done: 'All have been sent or skipped',
}

/** The same in a few words, for a row that is labelled "Next reminder". */
export function shortReminderText(
  { next, pausedBy, hint }: Pick<InvoiceReminders, 'next' | 'pausedBy' | 'hint'>,
  timeZone: string,
  now: Date,
): PanelText {
  if (pausedBy !== null) {
    return { title: 'Paused', text: pausedBy === 'client' ? 'The client says it’s paid' : 'Paused by you' }
  }
  if (!next) return { title: 'None planned', text: causes[hint ?? 'done'] }
  const isDue = new Date(next.at) <= now
  return {
    title: isDue ? 'Within minutes' : formatMoment(timeZone, next.at),
    text: capitalized(stepText(next.offsetDays)),
  }
}
