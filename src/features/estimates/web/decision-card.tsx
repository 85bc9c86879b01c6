import type { ReactNode } from 'react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Quote } from '../../../web/ui/quote.tsx'
import { SignatureDrawing } from '../../invoices/web/paper/signature-drawing.tsx'
import type { Estimate } from '../contract.ts'

interface DecisionCardProps {
  decision: NonNullable<Estimate['decision']>
  timeZone: string
}

/** Who accepted or declined an estimate, when, from where and with which words. */
export function DecisionCard({ decision, timeZone }: DecisionCardProps) {
  const { by, name, at, ip, note, signature } = decision
  const isAccepted = decision.decision === 'accept'
  const title = isAccepted ? 'Accepted' : 'Declined'
  return (
    <Card aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col gap-3 text-sm">
          <Fact label="By">
            <span className="own-words wrap-anywhere">
              {name || (by === 'client' ? 'Your client' : 'You')}
            </span>
            {by === 'owner' && <span className="block text-muted">Marked by hand</span>}
          </Fact>
          <Fact label="When">
            <time dateTime={at}>{formatMoment(timeZone, at)}</time>
          </Fact>
          {ip !== null && (
            <Fact label="IP address">
              <span className="wrap-anywhere tabular-nums">{ip}</span>
            </Fact>
          )}
          {signature && (
            <Fact label="Signature">
              <SignatureDrawing signature={signature} />
            </Fact>
          )}
          {note && (
            <Fact label={isAccepted || by === 'owner' ? 'Note' : 'Reason'}>
              <Quote>{note}</Quote>
            </Fact>
          )}
        </dl>
      </CardContent>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-foreground">{children}</dd>
    </div>
  )
}
