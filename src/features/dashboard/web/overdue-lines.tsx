import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, CircleAlert } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import { EmailInvoiceButton } from '../../invoices/web/actions/email-invoice-button.tsx'
import { ReminderDialog } from '../../reminders/web/reminder-dialog.tsx'
import { remindQuestion } from '../../reminders/web/reminder-questions.ts'
import type { Needs } from '../contract.ts'
import { dashboardQuery } from './dashboard-api.ts'
import { dueDayText } from './day-text.ts'
import { Fact } from './fact.tsx'
import { MoreNeeds } from './more-needs.tsx'
import { NeedLine } from './need-line.tsx'
import { canRemindNow, remindText } from './need-text.ts'
import { ViewInvoice } from './view-invoice.tsx'

type Overdue = Needs['overdue']['items'][number]

interface OverdueLinesProps {
  overdue: Needs['overdue']
  today: string
  timeZone: string
  /** Where the focus goes when the line is gone. */
  heading: RefObject<HTMLElement | null>
}

export function OverdueLines({ overdue, today, timeZone, heading }: OverdueLinesProps) {
  const client = useQueryClient()
  const now = useMinute()
  // What is asked about stays while the dialog closes, even if its line is gone: it may be paid meanwhile.
  const [asked, setAsked] = useState<Overdue>()
  const [isAsking, setIsAsking] = useState(false)

  function turn(open: boolean) {
    setIsAsking(open)
    if (!open) void client.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }

  return (
    <>
      {overdue.items.map((invoice) => (
        <OverdueLine
          key={invoice.id}
          invoice={invoice}
          today={today}
          hint={remindText(invoice, timeZone, now)}
          onRemind={
            canRemindNow(invoice, now)
              ? () => {
                  setAsked(invoice)
                  setIsAsking(true)
                }
              : null
          }
        />
      ))}
      <MoreNeeds of={overdue}>
        {(words) => (
          <Link to="/invoices" search={{ status: 'overdue' }} className={textLink}>
            {words} overdue
          </Link>
        )}
      </MoreNeeds>
      {asked && (
        <ReminderDialog
          {...remindQuestion(asked.clientEmail, { isExtra: asked.isReminderPlanned })}
          invoiceId={asked.id}
          open={isAsking}
          onOpenChange={turn}
          fallbackFocus={heading}
        />
      )}
    </>
  )
}

interface OverdueLineProps {
  invoice: Overdue
  today: string
  hint: string | null
  /** Null where it cannot be reminded: one can still look at it. */
  onRemind: (() => void) | null
}

function OverdueLine({ invoice, today, hint, onRemind }: OverdueLineProps) {
  const { id, number, clientName, dueDate, openCents } = invoice
  const facts = useId()
  return (
    <NeedLine
      icon={CircleAlert}
      tone="negative"
      title={
        onRemind || !invoice.canRemind ? (
          <Link
            to="/invoices/$id"
            params={{ id }}
            className="rounded-sm decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
          >
            <bdi>{clientName}</bdi>
          </Link>
        ) : (
          <bdi>{clientName}</bdi>
        )
      }
      detail={
        <span id={facts}>
          <Fact tone="negative">{dueDayText(dueDate, today)}</Fact> <Fact>Invoice {number}</Fact>{' '}
          {hint && <Fact>{hint}</Fact>}
        </span>
      }
      amountCents={openCents}
      action={
        onRemind ? (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Remind ${clientName} of invoice ${number}`}
            onClick={onRemind}
          >
            <Bell aria-hidden />
            Remind
          </Button>
        ) : invoice.canRemind || openCents === 0 ? (
          <ViewInvoice id={id} number={number} clientName={clientName} />
        ) : (
          <EmailInvoiceButton invoiceId={id} describedBy={facts} />
        )
      }
    />
  )
}
