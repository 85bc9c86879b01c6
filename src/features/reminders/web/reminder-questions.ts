import { stepWords } from '../../invoices/reminder-rules.ts'

/** What is asked before a mail leaves, or before one never will, and what is said then. */
export interface ReminderQuestion {
  action: 'remind' | 'send-now' | 'skip'
  title: string
  description: string
  confirmLabel: string
  busyLabel: string
  done: { title: string; description: string }
  failure: string
}

export function remindQuestion(email: string): ReminderQuestion {
  return {
    action: 'remind',
    title: 'Send a reminder now?',
    description: `It goes to ${email} at once. What is planned stays as it is.`,
    confirmLabel: 'Send reminder',
    ...sending(email),
  }
}

export function sendNowQuestion(offsetDays: number, email: string): ReminderQuestion {
  return {
    action: 'send-now',
    title: 'Send this reminder now?',
    description: `The one planned ${stepWords(offsetDays)} goes to ${email} at once, and not again at its time. Any later ones stay planned.`,
    confirmLabel: 'Send now',
    ...sending(email),
  }
}

export function skipQuestion(offsetDays: number): ReminderQuestion {
  return {
    action: 'skip',
    title: 'Skip this reminder?',
    description: `The one planned ${stepWords(offsetDays)} will not be sent. Any later ones stay planned.`,
    confirmLabel: 'Skip reminder',
    busyLabel: 'Skipping...',
    done: { title: 'Reminder Skipped', description: `Nothing is sent ${stepWords(offsetDays)}.` },
    failure: 'The reminder was not skipped',
  }
}

function sending(email: string) {
  return {
    busyLabel: 'Sending...',
    done: { title: 'Reminder Sent', description: `It is on its way to ${email}.` },
    failure: 'The reminder was not sent',
  }
}
