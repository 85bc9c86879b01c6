import { CalendarClock } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { useMinute } from '../../business/web/use-minute.ts'
import type { Invoice } from '../../invoices/contract.ts'
import type { InvoiceReminders } from '../contract.ts'
import { nextText } from './panel-text.ts'
import { type ReminderQuestion, sendNowQuestion, skipQuestion } from './reminder-questions.ts'

interface NextReminderProps {
  invoice: Invoice
  next: NonNullable<InvoiceReminders['next']>
  timeZone: string
  onAsk: (question: ReminderQuestion) => void
}

export function NextReminder({ invoice, next, timeZone, onAsk }: NextReminderProps) {
  const { title, text } = nextText(next, invoice.dueDate, timeZone, useMinute())
  const { offsetDays } = next
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="flex min-w-56 flex-1 gap-3">
        <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium text-foreground">{title}</p>
          <p className="text-sm text-muted">{text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onAsk(sendNowQuestion(offsetDays, invoice.client.email))}
        >
          Send now
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onAsk(skipQuestion(offsetDays))}>
          Skip
        </Button>
      </div>
    </div>
  )
}
