import { addDays, dateIn } from '../../../shared/dates.ts'
import { stepWords } from '../../invoices/reminder-rules.ts'
import { formatMoment } from '../../invoices/web/timeline-words.ts'
import type { InvoiceReminders } from '../contract.ts'

interface Words {
  title: string
  text: string
}

type Hint = NonNullable<InvoiceReminders['hint']>

const hints: Record<Hint, Words> = {
  paid: { title: 'No reminder is planned', text: 'The invoice is paid.' },
  off: {
    title: 'No reminder is planned',
    text: 'They are off for this invoice. The checkbox under Sending switches them on.',
  },
  'not-sent': {
    title: 'No reminder is planned yet',
    text: 'The invoice has not been sent. They begin once it is.',
  },
  'client-opted-out': {
    title: 'No reminder is planned',
    text: 'This client gets none by themselves. You can still remind them yourself.',
  },
  done: {
    title: 'No further reminder is planned',
    text: 'Those of your series lie behind it. You can still remind your client yourself.',
  },
}

/** Why none is to come. */
export function hintWords(hint: InvoiceReminders['hint']): Words {
  return hints[hint ?? 'done']
}

interface Next {
  at: string
  offsetDays: number
}

/** When the next one goes out, and which one it is. */
export function nextWords({ at, offsetDays }: Next, dueDate: string, timeZone: string, now: Date): Words {
  const step = stepWords(offsetDays)
  if (new Date(at) <= now) {
    return { title: 'The next reminder goes out within minutes', text: `The one planned ${step}.` }
  }
  const isPutOff = dateIn(timeZone, new Date(at)) !== addDays(dueDate, offsetDays)
  return {
    title: `Next reminder: ${formatMoment(timeZone, at)}`,
    text: isPutOff
      ? `The one planned ${step}, put off: another mail has just left, or the day was over.`
      : `${step.charAt(0).toUpperCase()}${step.slice(1)}.`,
  }
}
