import { useQuery } from '@tanstack/react-query'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import { Quote } from '../../../web/ui/quote.tsx'
import { useMay, useSession } from '../../auth/web/session.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { timelineQuery } from '../../invoices/web/invoice-api.ts'
import { MarkPaidButton } from '../../payments/web/ledger/mark-paid-button.tsx'
import { PauseButton, usePausing } from './pause-button.tsx'
import { invoiceRemindersQuery } from './reminder-api.ts'

/** Tells the owner that the client says the invoice is paid, so that the owner can check and decide. */
export function SaysPaidNotice({ invoice }: { invoice: Invoice }) {
  const isSaid = useQuery(invoiceRemindersQuery(invoice.id)).data?.pausedBy === 'client'
  return isSaid && <NoticeContent invoice={invoice} />
}

function NoticeContent({ invoice }: { invoice: Invoice }) {
  const entries = useQuery(timelineQuery(invoice.id)).data?.entries ?? []
  const state = useSession()
  const mayWrite = useMay('sales.write')
  const mayRecord = useMay('money.write')
  const resuming = usePausing(invoice.id, false)
  const event = entries.find(({ kind }) => kind === 'says-paid')
  return (
    <Notice
      tone="attention"
      title={`${bidiIsolate(invoice.client.name)} says this is paid`}
      actions={
        mayWrite && (
          <>
            <MarkPaidButton invoice={invoice} />
            <PauseButton pausing={resuming} />
          </>
        )
      }
    >
      {event &&
        state.status === 'signed-in' &&
        `They said so on ${formatMoment(state.session.business.timeZone, event.at)}. `}
      {event?.note && <Quote>{event.note}</Quote>}
      Reminders are paused.
      {mayRecord && ' If the money has arrived, mark the invoice as paid. If not, resume them.'}
    </Notice>
  )
}
