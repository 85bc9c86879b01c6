import { useQueryClient } from '@tanstack/react-query'
import { Bell, CircleAlert } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { useMay } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import { EmailInvoiceButton } from '../../invoices/web/actions/invoice-buttons.tsx'
import { ReminderDialog } from '../../reminders/web/reminder-dialog.tsx'
import { remindQuestion } from '../../reminders/web/reminder-questions.ts'
import type { Needs } from '../contract.ts'
import { dashboardQuery } from './dashboard-api.ts'
import { dueDayText } from './day-text.ts'
import { Fact } from './fact.tsx'
import { InvoiceTitle, MoreNeeds, NeedLine, ViewInvoice } from './need-line.tsx'
import { canRemindNow, remindText } from './need-text.ts'

type Overdue = Needs['overdue']['items'][number]

interface OverdueLinesProps {
  overdue: Needs['overdue']
  today: string
  timeZone: string
  /** Where the focus goes if the line has disappeared. */
  heading: RefObject<HTMLElement | null>
}

export function OverdueLines({ overdue, today, timeZone, heading }: OverdueLinesProps) {
  const client = useQueryClient()
  const now = useMinute()
  const mayWrite = useMay('sales.write')
  // The invoice stays while the dialog closes, even if it was paid meanwhile and its line has disappeared.
  const [reminded, setReminded] = useState<Overdue>()
  const [isOpen, setIsOpen] = useState(false)

  function changeOpen(open: boolean) {
    setIsOpen(open)
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
            mayWrite && canRemindNow(invoice, now)
              ? () => {
                  setReminded(invoice)
                  setIsOpen(true)
                }
              : null
          }
        />
      ))}
      <MoreNeeds of={overdue} link={{ to: '/invoices', search: { status: 'overdue' } }}>
        overdue
      </MoreNeeds>
      {reminded && (
        <ReminderDialog
          {...remindQuestion(reminded.clientEmail, { isExtra: reminded.isReminderPlanned })}
          invoiceId={reminded.id}
          open={isOpen}
          onOpenChange={changeOpen}
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
  /** Null if no reminder is possible; the invoice can still be viewed. */
  onRemind: (() => void) | null
}

function OverdueLine({ invoice, today, hint, onRemind }: OverdueLineProps) {
  const { id, number, clientName, dueDate, openMinor, currency } = invoice
  const facts = useId()
  const mayWrite = useMay('sales.write')
  return (
    <NeedLine
      icon={CircleAlert}
      tone="negative"
      title={
        onRemind || (mayWrite && !invoice.canRemind) ? (
          <InvoiceTitle id={id}>
            <bdi>{clientName}</bdi>
          </InvoiceTitle>
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
      amount={{ minor: openMinor, currency }}
      action={
        onRemind ? (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Remind ${clientName} about invoice ${number}`}
            onClick={onRemind}
          >
            <Bell aria-hidden />
            Remind
          </Button>
        ) : !mayWrite || invoice.canRemind || openMinor === 0 ? (
          <ViewInvoice id={id} number={number} clientName={clientName} />
        ) : (
          <EmailInvoiceButton invoiceId={id} describedBy={facts} />
        )
      }
    />
  )
}
