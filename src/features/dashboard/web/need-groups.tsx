import { Link } from '@tanstack/react-router'
import { CalendarClock, Landmark, MailWarning, ReceiptText, ShieldAlert } from 'lucide-react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { evidenceDeadline } from '../../payments/disputes/dispute-rules.ts'
import type { Needs } from '../contract.ts'
import { dayText, dueDayText } from './day-text.ts'
import { Fact } from './fact.tsx'
import { MoreNeeds, NeedLine, ViewInvoice, viewClass } from './need-line.tsx'
import { bankText, failedMailText } from './need-text.ts'

export function DueSoonLines({ dueSoon, today }: { dueSoon: Needs['dueSoon']; today: string }) {
  return (
    <>
      {dueSoon.items.map(({ id, number, clientName, dueDate, openCents }) => (
        <NeedLine
          key={id}
          icon={CalendarClock}
          tone="attention"
          title={<bdi>{clientName}</bdi>}
          detail={
            <>
              <Fact>{dueDayText(dueDate, today)}</Fact> <Fact>Invoice {number}</Fact>
            </>
          }
          amountCents={openCents}
          action={<ViewInvoice id={id} number={number} clientName={clientName} />}
        />
      ))}
      <MoreNeeds of={dueSoon}>
        {(text) => (
          <Link to="/invoices" search={{ status: 'pending' }} className={textLink}>
            {text} due this week
          </Link>
        )}
      </MoreNeeds>
    </>
  )
}

export function BillLines({ bills, today }: { bills: Needs['bills']; today: string }) {
  return (
    <>
      {bills.items.map(({ id, date, category, notes, amountCents }) => (
        <NeedLine
          key={id}
          icon={ReceiptText}
          tone="attention"
          title={notes === '' ? category : <bdi className="line-clamp-1">{notes}</bdi>}
          detail={
            <>
              <Fact>To pay {dayText(date, today)}</Fact> {notes !== '' && <Fact>{category}</Fact>}
            </>
          }
          amountCents={amountCents}
          action={
            <Button asChild variant="link" className={viewClass}>
              <Link to="/expenses/$id/edit" params={{ id }} aria-label={`View expense, ${notes || category}`}>
                View
              </Link>
            </Button>
          }
        />
      ))}
      <MoreNeeds of={bills}>
        {(text) => (
          <Link to="/expenses" className={textLink}>
            {text} to pay this week
          </Link>
        )}
      </MoreNeeds>
    </>
  )
}

export function BankLines({ banks, timeZone }: { banks: Needs['banks']; timeZone: string }) {
  return (
    <>
      {banks.items.map((bank) => {
        const { title, detail, action } = bankText(bank, timeZone)
        return (
          <NeedLine
            key={bank.id}
            icon={Landmark}
            tone="attention"
            title={title}
            detail={detail}
            action={
              <Button asChild variant="secondary" size="sm" className="whitespace-nowrap">
                <Link to="/bank-connections" aria-label={`${action}, ${bank.institutionName}`}>
                  {action}
                </Link>
              </Button>
            }
          />
        )
      })}
      <MoreNeeds of={banks}>
        {(text) => (
          <Link to="/bank-connections" className={textLink}>
            {text} at your banks
          </Link>
        )}
      </MoreNeeds>
    </>
  )
}

export function FailedMailLines({
  failedMails,
  timeZone,
}: {
  failedMails: Needs['failedMails']
  timeZone: string
}) {
  return (
    <>
      {failedMails.items.map((mail) => (
        <NeedLine
          key={mail.id}
          icon={MailWarning}
          tone="negative"
          title={failedMailText(mail)}
          detail={
            <>
              <Fact>{formatDate(dateIn(timeZone, new Date(mail.at)))}</Fact>{' '}
              <Fact>
                Invoice {mail.invoiceNumber}, <bdi>{mail.clientName}</bdi>
              </Fact>
            </>
          }
          action={
            <ViewInvoice id={mail.invoiceId} number={mail.invoiceNumber} clientName={mail.clientName} />
          }
        />
      ))}
      <MoreNeeds of={failedMails}>
        {(text) => (
          <Link to="/invoices" className={textLink}>
            {text} not delivered
          </Link>
        )}
      </MoreNeeds>
    </>
  )
}

export function DisputeLines({ disputes, timeZone }: { disputes: Needs['disputes']; timeZone: string }) {
  return (
    <>
      {disputes.items.map(({ id, invoiceId, invoiceNumber, clientName, evidenceDueAt, amountCents, url }) => {
        const dueOn = evidenceDueAt && dateIn(timeZone, new Date(evidenceDueAt))
        const title = <bdi>{clientName ?? `Invoice ${invoiceNumber}`}</bdi>
        return (
          <NeedLine
            key={id}
            icon={ShieldAlert}
            tone="negative"
            title={
              invoiceId === null ? (
                title
              ) : (
                <Link
                  to="/invoices/$id"
                  params={{ id: invoiceId }}
                  className="rounded-sm decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
                >
                  {title}
                </Link>
              )
            }
            detail={
              <>
                <Fact tone="negative">Disputed payment: send evidence {evidenceDeadline(dueOn)}</Fact>{' '}
                <Fact>Invoice {invoiceNumber}</Fact>
              </>
            }
            amountCents={amountCents}
            action={
              <Button asChild variant="secondary" size="sm">
                <a href={url} target="_blank" rel="noreferrer">
                  Evidence
                  <span className="sr-only"> for invoice {invoiceNumber}, opens in a new tab</span>
                </a>
              </Button>
            }
          />
        )
      })}
      <MoreNeeds of={disputes}>
        {(text) => (
          <Link to="/invoices" className={textLink}>
            {text} disputed
          </Link>
        )}
      </MoreNeeds>
    </>
  )
}
