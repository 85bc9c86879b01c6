import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Mail } from 'lucide-react'
import { useId } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { May } from '../../auth/web/may.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { useSendEmail } from '../../invoices/web/actions/use-send-email.ts'
import { type CreditNote, emailCreditNote } from '../contract.ts'
import { creditNotePdfUrl, creditNotesQuery } from './credit-note-api.ts'

/** The credit notes of an invoice, for its owner. An invoice without credit notes has no such card. */
export function CreditNotesPanel({ invoice }: { invoice: Pick<Invoice, 'id' | 'creditNotes'> }) {
  const notes = useQuery({ ...creditNotesQuery(invoice.id), enabled: invoice.creditNotes.length > 0 })
  if (invoice.creditNotes.length === 0) return null
  return (
    <Card aria-label="Credit notes">
      <CardHeader>
        <CardTitle>Credit notes</CardTitle>
      </CardHeader>
      <CardContent>
        {notes.data ? (
          <ul className="flex flex-col divide-y divide-border">
            {notes.data.creditNotes.map((note) => (
              <CreditNoteEntry key={note.id} note={note} />
            ))}
          </ul>
        ) : (
          <PanelFallback
            query={notes}
            title="The credit notes could not be loaded"
            text={null}
            sizes={['h-16 w-full']}
          />
        )}
      </CardContent>
    </Card>
  )
}

function CreditNoteEntry({ note }: { note: CreditNote }) {
  const titleId = useId()
  const timeZone = useTimeZone()
  const mailing = useSendEmail('credit note', () => call(emailCreditNote, { params: { id: note.id } }), {
    waiting: 'Credit Note Waiting',
    sent: 'Credit Note Sent',
    failed: 'Credit Note Not Sent',
    fallback: 'Please try again.',
  })
  const sent = note.sentAt ? `Emailed ${formatDate(dateIn(timeZone, new Date(note.sentAt)))}` : 'Not emailed'
  const button = {
    variant: 'ghost',
    size: 'sm',
    'aria-describedby': titleId,
    className: '-ml-2 w-fit px-2! text-muted hover:text-foreground',
  } as const
  return (
    <li className="flex flex-col gap-1 py-4 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          id={titleId}
          to="/credit-notes/$id/view"
          params={{ id: note.id }}
          target="_blank"
          preload={false}
          className={textLink}
        >
          {note.number}
          <span className="sr-only"> (opens in a new tab)</span>
        </Link>
        <span className="font-semibold text-foreground tabular-nums">
          {formatMoney(-note.totals.totalMinor, note)}
        </span>
      </div>
      <p className="text-xs text-muted">
        <time dateTime={note.issueDate}>{formatDate(note.issueDate)}</time>
        {` · ${sent}`}
      </p>
      {note.reason && <p className="own-words wrap-anywhere whitespace-pre-wrap text-muted">{note.reason}</p>}
      <div className="flex flex-wrap gap-x-4">
        <Button {...button} asChild>
          <a href={creditNotePdfUrl(note.id)} download>
            <Download aria-hidden />
            PDF
          </a>
        </Button>
        <May permission="sales.write">
          <Button
            {...button}
            busy={mailing.isPending}
            busyLabel="Sending..."
            onClick={() => mailing.mutate()}
          >
            <Mail aria-hidden />
            Email
          </Button>
        </May>
      </div>
    </li>
  )
}
