import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { dateIn } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { evidenceDeadline } from '../../payments/disputes/dispute-rules.ts'
import type { Needs } from '../contract.ts'
import { Fact } from './fact.tsx'
import { MoreNeeds, NeedLine } from './need-line.tsx'

/** Disputed payments that need evidence. */
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
