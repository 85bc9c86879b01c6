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
  cancelled: 'The invoice was canceled.',
  disputed: 'A payment is disputed, so no reminders are sent until the bank has decided.',
  off: {
    series: 'They’re off for this invoice. Edit it to turn them on, under Sending.',
    single: 'It’s off for this invoice. Edit it to turn it on, under Sending.',
  },
  'not-sent': {
    series: 'The invoice hasn’t been sent. They start once it’s sent.',
    single: 'The invoice hasn’t been sent. Once it is, the reminder is sent on its day.',
  },
  'client-opted-out': 'This client gets none automatically. You can still remind them yourself.',
  'no-steps': {
    series: 'Your series has no days. Choose them in Settings.',
    single: 'No day is chosen. Choose one in Settings.',
  },
  passed: {
    series: 'The days of your series have passed for this invoice.',
    single: 'The planned day has passed for this invoice.',
  },
  'partly-passed': {
    series: 'Some reminders of your series were sent or skipped. The days of the others have passed.',
    single: 'The planned day has passed for this invoice.',
  },
  done: {
    series: 'All reminders of your series were sent or skipped.',
    single: 'The reminder was sent or skipped.',
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
  return { title, text: chosen(hints[cause], hasOwnSeries) }
}

function chosen(text: string | Record<'series' | 'single', string>, hasOwnSeries: boolean): string {
  return typeof text === 'string' ? text : text[hasOwnSeries ? 'series' : 'single']
}

interface Next {
  at: string
  offsetDays: number
}

export function nextText({ at, offsetDays }: Next, dueDate: string, timeZone: string, now: Date): PanelText {
  const step = stepText(offsetDays)
  if (new Date(at) <= now) {
    return { title: 'The next reminder will be sent within minutes', text: `The one planned ${step}.` }
  }
  const isPostponed = dateIn(timeZone, new Date(at)) !== addDays(dueDate, offsetDays)
  return {
    title: `Next reminder: ${formatMoment(timeZone, at)}`,
    text: isPostponed
      ? `The one planned ${step}, delayed because it couldn’t be sent on time.`
      : `${capitalized(step)}.`,
  }
}

const daysPassed = { series: 'The planned days have passed', single: 'The planned day has passed' }
const causes: Record<Hint, string | typeof daysPassed> = {
  paid: 'The invoice is paid',
  cancelled: 'The invoice was canceled',
  disputed: 'A payment is disputed',
  off: 'Off for this invoice',
  'not-sent': 'The invoice hasn’t been sent',
  'client-opted-out': 'Off for this client',
  'no-steps': 'No days are chosen',
  passed: daysPassed,
  'partly-passed': daysPassed,
  done: 'All have been sent or skipped',
}

/** The same in a few words, for a row that is labelled "Next reminder". */
export function shortReminderText(
  {
    next,
    pausedBy,
    hint,
    hasOwnSeries,
  }: Pick<InvoiceReminders, 'next' | 'pausedBy' | 'hint' | 'hasOwnSeries'>,
  timeZone: string,
  now: Date,
): PanelText {
  if (pausedBy !== null) {
    return { title: 'Paused', text: pausedBy === 'client' ? 'The client says it’s paid' : 'Paused by you' }
  }
  if (!next) return { title: 'None planned', text: chosen(causes[hint ?? 'done'], hasOwnSeries) }
  const isDue = new Date(next.at) <= now
  return {
    title: isDue ? 'Within minutes' : formatMoment(timeZone, next.at),
    text: capitalized(stepText(next.offsetDays)),
  }
}
