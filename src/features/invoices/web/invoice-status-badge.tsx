import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleMinus, Clock, ShieldAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { type InvoiceStatus, statusLabels } from '../rules.ts'

const looks = {
  pending: { tone: 'attention', icon: Clock },
  paid: { tone: 'positive', icon: CircleCheck },
  overdue: { tone: 'negative', icon: CircleAlert },
  cancelled: { tone: 'neutral', icon: Ban },
} as const

export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {statusLabels[status]}
    </Badge>
  )
}

/** Shown beside the status of an invoice of which a part has been paid. */
export function PartPaidBadge() {
  return (
    <Badge tone="accent" icon={CircleDashed}>
      Part paid
    </Badge>
  )
}

/** Shown beside the status of an invoice of which a part was credited. */
export function PartCreditedBadge() {
  return <Badge icon={CircleMinus}>Part credited</Badge>
}

/** Marks an invoice with a disputed payment that the bank has not decided yet. */
export function DisputedBadge() {
  return (
    <Badge tone="negative" icon={ShieldAlert}>
      Disputed
    </Badge>
  )
}
