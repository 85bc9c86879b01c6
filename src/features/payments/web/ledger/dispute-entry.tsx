import { ExternalLink, ShieldAlert, ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import type { LedgerPayment } from '../../contract.ts'
import { disputeReason, evidenceDeadline } from '../../disputes/dispute-rules.ts'
import { disputeLabels } from './ledger-text.ts'
import { OwedChoice } from './owed-choice.tsx'

const badges = {
  inquiry: { tone: 'attention', icon: ShieldQuestionMark },
  open: { tone: 'negative', icon: ShieldAlert },
  won: { tone: 'positive', icon: ShieldCheck },
  lost: { tone: 'negative', icon: ShieldX },
  removed: { tone: 'neutral', icon: ShieldX },
} as const

interface DisputeEntryProps {
  invoiceId: string
  dispute: LedgerPayment['disputes'][number]
  /** The deadline for evidence, in the business's time zone. */
  dueOn: string | null
}

export function DisputeEntry({ invoiceId, dispute, dueOn }: DisputeEntryProps) {
  const { id, state, amountCents, reason, needsResponse, url, openedOn, stillOwed } = dispute
  const { tone, icon } = badges[state]
  const isGone = state === 'open' || state === 'lost'
  return (
    <div className="mt-1 flex flex-col gap-1.5 rounded-md bg-surface-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {disputeLabels[state]}
        </Badge>
        <span className="tabular-nums text-foreground">
          {formatMoney(isGone ? -amountCents : amountCents)}
        </span>
      </div>
      <p className="text-foreground">{disputeReason(reason)}</p>
      <p className="text-xs text-muted">
        Opened <time dateTime={openedOn}>{formatDate(openedOn)}</time>
        {state === 'open' && ' · no reminders are sent, and the invoice cannot be paid online'}
      </p>
      {needsResponse && (
        <>
          <p className="font-medium text-foreground">Send evidence {evidenceDeadline(dueOn)}.</p>
          <Button asChild variant="secondary" size="sm" className="w-fit">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Send evidence
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Button>
        </>
      )}
      {state === 'lost' && <OwedChoice invoiceId={invoiceId} kind="dispute" id={id} stillOwed={stillOwed} />}
    </div>
  )
}
