import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatMoment } from '../../../../web/format/format-moment.ts'
import { Button, type ButtonProps } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { Quote } from '../../../../web/ui/quote.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { useMay, useTimeZone } from '../../../auth/web/session.ts'
import type { Invoice } from '../../contract.ts'
import { invoiceApprovalQuery } from './approval-api.ts'
import { SendBackDialog } from './send-back-dialog.tsx'
import { useApprove } from './use-approve.ts'

interface ApprovalNoticeProps {
  invoice: Invoice
  /** The page shows the form. The owner and admins approve the invoice by saving it. */
  isEditing: boolean
}

/** Says that the invoice isn’t approved yet, and lets the owner and admins decide. */
export function ApprovalNotice({ invoice, isEditing }: ApprovalNoticeProps) {
  const mayApprove = useMay('invoices.approve')
  const frame = useRef<HTMLDivElement>(null)
  const [isSendingBack, setIsSendingBack] = useState(false)
  const { approval } = invoice
  if (approval === null) return null
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {approval === 'returned' ? (
        <ReturnedNotice invoice={invoice} isEditing={isEditing} />
      ) : mayApprove ? (
        <DecisionNotice invoice={invoice} isEditing={isEditing} onSendBack={() => setIsSendingBack(true)} />
      ) : (
        <Notice title="Waits for approval by the owner or an admin">
          Your client doesn’t see it until then.
        </Notice>
      )}
      {mayApprove && (
        <SendBackDialog
          invoice={invoice}
          open={isSendingBack}
          onOpenChange={setIsSendingBack}
          fallbackFocus={frame}
        />
      )}
    </div>
  )
}

function DecisionNotice({
  invoice,
  isEditing,
  onSendBack,
}: ApprovalNoticeProps & { onSendBack: () => void }) {
  const approving = useApprove(invoice)
  return (
    <Notice
      tone="attention"
      title="Waits for your approval"
      actions={
        !isEditing && (
          <>
            <ApproveButton invoice={invoice} approving={approving} />
            <Button variant="secondary" size="sm" disabled={approving.isPending} onClick={onSendBack}>
              Send back…
            </Button>
          </>
        )
      }
    >
      <Asked id={invoice.id} />
      <p>
        Your client doesn’t see it until then.
        {isEditing && ' Saving it approves it.'}
      </p>
    </Notice>
  )
}

interface ApproveButtonProps {
  invoice: Invoice
  approving: ReturnType<typeof useApprove>
  variant?: ButtonProps['variant']
}

function ApproveButton({ invoice, approving, variant = 'primary' }: ApproveButtonProps) {
  return (
    <Button
      variant={variant}
      size="sm"
      busy={approving.isPending}
      busyLabel="Approving..."
      onClick={() => approving.mutate()}
    >
      {invoice.sendOption === 'email_now' ? 'Approve and email' : 'Approve'}
    </Button>
  )
}

/** Who asked, and when. Its line is there before it is loaded, so that the page does not move. */
function Asked({ id }: { id: string }) {
  const timeZone = useTimeZone()
  const { data, isError } = useQuery(invoiceApprovalQuery(id))
  if (isError && !data) return null
  const asked = data?.asked
  return (
    <p className="min-h-5 wrap-anywhere">
      {data ? (
        asked && (
          <>
            {asked.who === null ? (
              'A recurring invoice made it'
            ) : (
              <>
                <bdi className="own-words">{asked.who}</bdi> asked for it
              </>
            )}
            {` on ${formatMoment(timeZone, asked.at)}.`}
          </>
        )
      ) : (
        <Skeleton className="h-5 w-64 max-w-full" />
      )}
    </p>
  )
}

function ReturnedNotice({ invoice, isEditing }: ApprovalNoticeProps) {
  const timeZone = useTimeZone()
  const mayApprove = useMay('invoices.approve')
  const mayWrite = useMay('sales.write')
  const { data } = useQuery(invoiceApprovalQuery(invoice.id))
  const sentBack = data?.sentBack
  const approving = useApprove(invoice)
  return (
    <Notice
      tone="attention"
      title={
        sentBack ? (
          <span className="wrap-anywhere">
            Sent back{' '}
            {sentBack.who !== null && (
              <>
                by <bdi className="own-words">{sentBack.who}</bdi>{' '}
              </>
            )}
            on {formatMoment(timeZone, sentBack.at)}
          </span>
        ) : (
          'Sent back'
        )
      }
      actions={
        mayApprove &&
        !isEditing && <ApproveButton variant="secondary" invoice={invoice} approving={approving} />
      }
    >
      {sentBack && <Quote>{sentBack.note}</Quote>}
      {mayApprove
        ? 'It waits for approval again once its author has changed it.'
        : mayWrite
          ? 'Change it and save it, and it waits for approval again.'
          : 'Your client doesn’t see it until it’s changed and approved.'}
      {mayApprove && isEditing && ' Saving it approves it.'}
    </Notice>
  )
}
