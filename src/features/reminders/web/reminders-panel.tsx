import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CalendarClock } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { May } from '../../auth/web/may.tsx'
import { useMay, useSession } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { nextDueDateOf } from '../../invoices/parts/part-text-rules.ts'
import type { InvoiceReminders } from '../contract.ts'
import { ClientRemindersSwitch } from './client-reminders-switch.tsx'
import { hintText, nextText } from './panel-text.ts'
import { PauseButton, usePausing } from './pause-button.tsx'
import { invoiceRemindersQuery } from './reminder-api.ts'
import { ReminderDialog } from './reminder-dialog.tsx'
import { type ReminderQuestion, remindQuestion, sendNowQuestion, skipQuestion } from './reminder-questions.ts'

const pollIntervalMs = 30_000
const soonMs = 60 * 60 * 1000

function isSoon(at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) - Date.now() < soonMs
}

export function RemindersPanel({ invoice }: { invoice: Invoice }) {
  const reminders = useQuery({
    ...invoiceRemindersQuery(invoice.id),
    // A reminder that is due soon is sent in the background.
    refetchInterval: ({ state: { data } }) => isSoon(data?.next?.at) && pollIntervalMs,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  if (invoice.openMinor === 0) return null
  return (
    <Card aria-label="Reminders">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          Reminders
        </CardTitle>
      </CardHeader>
      {reminders.data ? (
        <PanelContent invoice={invoice} reminders={reminders.data} heading={heading} />
      ) : (
        <CardContent>
          <PanelFallback
            query={reminders}
            title="The reminders could not be loaded"
            text={null}
            sizes={['h-10 w-full', 'h-10 w-full']}
          />
        </CardContent>
      )}
    </Card>
  )
}

interface PanelContentProps {
  invoice: Invoice
  reminders: InvoiceReminders
  /** Gets the focus when the focused button disappears after its action. */
  heading: RefObject<HTMLElement | null>
}

function PanelContent({ invoice, reminders, heading }: PanelContentProps) {
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const { next, pausedBy, clientOptedOut } = reminders
  const clientId = invoice.client.id
  const isSilent = invoice.sentAt === null && invoice.sendOption === 'do_not_send'
  const isSent = invoice.sentAt !== null || isSilent
  const mayWrite = useMay('sales.write')
  const pausing = usePausing(invoice.id, pausedBy === null)
  // Kept in state, so that the dialog keeps its text while it closes.
  const [question, setQuestion] = useState<ReminderQuestion>()
  const [isAsking, setIsAsking] = useState(false)
  function ask(asked: ReminderQuestion) {
    setQuestion(asked)
    setIsAsking(true)
  }
  useFocusIfLost(heading)
  return (
    <>
      <CardContent className="flex flex-col gap-4">
        {pausedBy !== null ? (
          <NoReminder
            title="Reminders are paused"
            text={
              pausedBy === 'client'
                ? 'Your client says this is paid. No reminders will be sent until you resume them.'
                : 'No reminders will be sent for this invoice until you resume them.'
            }
          />
        ) : next ? (
          <NextReminder invoice={invoice} next={next} timeZone={timeZone} onAsk={ask} />
        ) : (
          <NoReminder {...hintText({ ...reminders, isSilent })} />
        )}
        {clientId !== null && clientOptedOut !== null && (
          <ClientRemindersSwitch clientId={clientId} optedOut={clientOptedOut} />
        )}
      </CardContent>
      {mayWrite && isSent && !invoice.isDisputed && (
        <CardFooter>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => ask(remindQuestion(invoice.client.email, { isExtra: next !== null }))}
          >
            {next ? 'Send an extra reminder' : 'Send a reminder'}
          </Button>
          {(next || pausedBy !== null) && <PauseButton pausing={pausing} />}
        </CardFooter>
      )}
      {question && (
        <ReminderDialog
          {...question}
          invoiceId={invoice.id}
          open={isAsking}
          onOpenChange={setIsAsking}
          fallbackFocus={heading}
        />
      )}
    </>
  )
}

function NoReminder({ title, text }: { title: string; text: string }) {
  const maySet = useMay('settings.write')
  // The word Settings in the text becomes a link.
  const [before, after] = text.split('Settings')
  return (
    <div className="flex gap-3">
      <BellOff aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium text-foreground">{title}</p>
        <p className="text-sm text-muted">
          {before}
          {after !== undefined && (
            <>
              {maySet ? (
                <Link to="/settings" search={{ tab: 'reminders' }} className={textLink}>
                  Settings
                </Link>
              ) : (
                'Settings'
              )}
              {after}
            </>
          )}
        </p>
      </div>
    </div>
  )
}

interface NextReminderProps {
  invoice: Invoice
  next: NonNullable<InvoiceReminders['next']>
  timeZone: string
  onAsk: (question: ReminderQuestion) => void
}

function NextReminder({ invoice, next, timeZone, onAsk }: NextReminderProps) {
  const { title, text } = nextText(next, nextDueDateOf(invoice), timeZone, useMinute())
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
      <May permission="sales.write">
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
      </May>
    </div>
  )
}
