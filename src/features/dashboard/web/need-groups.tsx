import { Link } from '@tanstack/react-router'
import {
  CalendarClock,
  Landmark,
  MailWarning,
  MessageSquare,
  ReceiptText,
  ShieldAlert,
  UserRoundPen,
} from 'lucide-react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { May } from '../../auth/web/may.tsx'
import { evidenceDeadline } from '../../payments/disputes/dispute-rules.ts'
import type { Needs } from '../contract.ts'
import { dayText, dueDayText } from './day-text.ts'
import { Fact } from './fact.tsx'
import { InvoiceTitle, MoreNeeds, NeedLine, ViewClient, ViewInvoice, viewClass } from './need-line.tsx'
import { bankText, clientNewsText, failedMailText } from './need-text.ts'

export function DueSoonLines({ dueSoon, today }: { dueSoon: Needs['dueSoon']; today: string }) {
  return (
    <>
      {dueSoon.items.map(({ id, number, clientName, dueDate, openMinor, currency }) => (
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
          amount={{ minor: openMinor, currency }}
          action={<ViewInvoice id={id} number={number} clientName={clientName} />}
        />
      ))}
      <MoreNeeds of={dueSoon} link={{ to: '/invoices', search: { status: 'pending' } }}>
        due this week
      </MoreNeeds>
    </>
  )
}

export function BillLines({ bills, today }: { bills: Needs['bills']; today: string }) {
  return (
    <>
      {bills.items.map(({ id, date, category, notes, amountMinor, currency }) => (
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
          amount={{ minor: amountMinor, currency }}
          action={
            <Button asChild variant="link" className={viewClass}>
              <Link to="/expenses/$id/edit" params={{ id }} aria-label={`View expense, ${notes || category}`}>
                View
              </Link>
            </Button>
          }
        />
      ))}
      <MoreNeeds of={bills} link={{ to: '/expenses' }}>
        to pay this week
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
              <May permission="money.write">
                <Button asChild variant="secondary" size="sm" className="whitespace-nowrap">
                  <Link to="/bank-connections" aria-label={`${action}, ${bank.institutionName}`}>
                    {action}
                  </Link>
                </Button>
              </May>
            }
          />
        )
      })}
      <MoreNeeds of={banks} link={{ to: '/bank-connections' }}>
        at your banks
      </MoreNeeds>
    </>
  )
}

export function FailedMailLines({ mails, timeZone }: { mails: Needs['failedMails']; timeZone: string }) {
  return (
    <>
      {mails.items.map((mail) => (
        <NeedLine
          key={mail.id}
          icon={MailWarning}
          tone="negative"
          title={failedMailText(mail)}
          detail={
            <>
              <Fact>{formatDate(dateIn(timeZone, new Date(mail.at)))}</Fact>{' '}
              <Fact>
                {mail.invoiceNumber !== null && `Invoice ${mail.invoiceNumber}, `}
                <bdi>{mail.clientName}</bdi>
              </Fact>
            </>
          }
          action={<ViewSubject mail={mail} />}
        />
      ))}
      <MoreNeeds of={mails} link={{ to: '/invoices' }}>
        not delivered
      </MoreNeeds>
    </>
  )
}

/** Opens what the mail is about. */
function ViewSubject({
  mail: { invoiceId, invoiceNumber, clientId, clientName },
}: {
  mail: Needs['failedMails']['items'][number]
}) {
  if (clientId !== null) return <ViewClient id={clientId} name={clientName} />
  return invoiceId === null ? null : (
    <ViewInvoice id={invoiceId} number={invoiceNumber ?? ''} clientName={clientName} />
  )
}

export function ClientNewsLines({ news, timeZone }: { news: Needs['clientNews']; timeZone: string }) {
  return (
    <>
      {news.items.map(({ id, companyName, kind, at }) => (
        <NeedLine
          key={`${id} ${kind}`}
          icon={kind === 'message' ? MessageSquare : UserRoundPen}
          tone="attention"
          title={<bdi>{companyName}</bdi>}
          detail={
            <>
              <Fact>{clientNewsText(kind)}</Fact> <Fact>{formatDate(dateIn(timeZone, new Date(at)))}</Fact>
            </>
          }
          action={<ViewClient id={id} name={companyName} />}
        />
      ))}
      <MoreNeeds of={news} link={{ to: '/clients' }}>
        from clients
      </MoreNeeds>
    </>
  )
}

export function DisputeLines({ disputes, timeZone }: { disputes: Needs['disputes']; timeZone: string }) {
  return (
    <>
      {disputes.items.map(
        ({ id, invoiceId, invoiceNumber, clientName, evidenceDueAt, amountMinor, currency, url }) => {
          const dueOn = evidenceDueAt && dateIn(timeZone, new Date(evidenceDueAt))
          const title = <bdi>{clientName ?? `Invoice ${invoiceNumber}`}</bdi>
          return (
            <NeedLine
              key={id}
              icon={ShieldAlert}
              tone="negative"
              title={invoiceId === null ? title : <InvoiceTitle id={invoiceId}>{title}</InvoiceTitle>}
              detail={
                <>
                  <Fact tone="negative">Disputed payment: send evidence {evidenceDeadline(dueOn)}</Fact>{' '}
                  <Fact>Invoice {invoiceNumber}</Fact>
                </>
              }
              amount={{ minor: amountMinor, currency }}
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
        },
      )}
      <MoreNeeds of={disputes} link={{ to: '/invoices' }}>
        disputed
      </MoreNeeds>
    </>
  )
}
