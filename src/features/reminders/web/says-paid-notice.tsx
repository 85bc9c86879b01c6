import { useQuery } from '@tanstack/react-query'

import { isolated } from '../../../shared/isolated.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Invoice } from '../../invoices/contract.ts'
import { timelineQuery } from '../../invoices/web/invoice-api.ts'
import { MarkPaidButton } from '../../invoices/web/mark-paid-button.tsx'
import { formatMoment } from '../../invoices/web/timeline-words.ts'
import { PauseButton, type Pausing } from './pause-button.tsx'

interface SaysPaidNoticeProps {
  invoice: Invoice
  timeZone: string
  resuming: Pausing
}

/** The client's word against the books: its owner looks, and decides. */
export function SaysPaidNotice({ invoice, timeZone, resuming }: SaysPaidNoticeProps) {
  const entries = useQuery(timelineQuery(invoice.id)).data?.entries ?? []
  const said = entries.find(({ kind }) => kind === 'says-paid')
  return (
    <Notice
      tone="attention"
      title={`${isolated(invoice.client.name)} says that this is paid`}
      actions={
        <>
          <MarkPaidButton invoice={invoice} />
          <PauseButton pausing={resuming} />
        </>
      }
    >
      {said && `Said on ${formatMoment(timeZone, said.at)}. `}
      Reminders are paused. If the money has come, mark the invoice as paid. If not, resume them.
    </Notice>
  )
}
