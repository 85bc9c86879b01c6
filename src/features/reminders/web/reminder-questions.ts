import type { ResponseOf } from '../../../shared/endpoint.ts'
import { stepText } from '../../invoices/rules.ts'
import type { remindNow } from '../contract.ts'

interface ResultToast {
  title: string
  description: string
  /** Left out if the mail is held. */
  tone?: 'success'
}

/** The text of the dialog that confirms sending or skipping a reminder, and of the toast afterwards. */
export interface ReminderQuestion {
  action: 'remind' | 'send-now' | 'skip'
  /** The step to send or skip; null for a reminder outside of the series. */
  offsetDays: number | null
  title: string
  description: string
  confirmLabel: string
  busyLabel: string
  done: (after: Pick<ResponseOf<typeof remindNow>, 'mail'>) => ResultToast
  failure: string
}

/** `isExtra`: another reminder is planned. */
export function remindQuestion(email: string, { isExtra }: { isExtra: boolean }): ReminderQuestion {
  return {
    action: 'remind',
    offsetDays: null,
    title: isExtra ? 'Send an extra reminder?' : 'Send a reminder?',
    description: `It will be sent to ${email} right away.${isExtra ? ' Planned reminders stay as they are.' : ''}`,
    confirmLabel: 'Send reminder',
    ...sendingText(email),
  }
}

export function sendNowQuestion(offsetDays: number, email: string): ReminderQuestion {
  return {
    action: 'send-now',
    offsetDays,
    title: 'Send the planned reminder now?',
    description: `The one planned ${stepText(offsetDays)} will be sent to ${email} right away instead. Any later ones stay planned.`,
    confirmLabel: 'Send now',
    ...sendingText(email),
  }
}

export function skipQuestion(offsetDays: number): ReminderQuestion {
  return {
    action: 'skip',
    offsetDays,
    title: 'Skip this reminder?',
    description: `The one planned ${stepText(offsetDays)} will not be sent. Any later ones stay planned.`,
    confirmLabel: 'Skip reminder',
    busyLabel: 'Skipping...',
    done: () => ({
      title: 'Reminder Skipped',
      description: `The one planned ${stepText(offsetDays)} will not be sent.`,
      tone: 'success',
    }),
    failure: 'The reminder was not skipped',
  }
}

function sendingText(email: string): Pick<ReminderQuestion, 'busyLabel' | 'done' | 'failure'> {
  return {
    busyLabel: 'Sending...',
    done: ({ mail }) =>
      mail === 'held'
        ? {
            title: 'Reminder Waiting',
            description: `It will be sent to ${email} once you’ve confirmed your own email address.`,
          }
        : { title: 'Reminder Sent', description: `It’s on its way to ${email}.`, tone: 'success' },
    failure: 'The reminder was not sent',
  }
}
