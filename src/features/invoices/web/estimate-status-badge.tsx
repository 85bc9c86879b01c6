import { CircleCheck, CircleDashed, CircleX, Clock, FilePen, Hourglass, ReceiptText } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'

const looks = {
  draft: { tone: 'neutral', icon: FilePen, label: 'Draft' },
  open: { tone: 'attention', icon: Clock, label: 'Open' },
  accepted: { tone: 'positive', icon: CircleCheck, label: 'Accepted' },
  declined: { tone: 'negative', icon: CircleX, label: 'Declined' },
  expired: { tone: 'neutral', icon: Hourglass, label: 'Expired' },
  'part-invoiced': { tone: 'accent', icon: CircleDashed, label: 'Part invoiced' },
  invoiced: { tone: 'accent', icon: ReceiptText, label: 'Invoiced' },
} as const

/** What an owner wants to know of an estimate at a glance. Its document only knows the answer of the client. */
export type EstimateStanding = keyof typeof looks

export function EstimateStatusBadge({ standing }: { standing: EstimateStanding }) {
  const { tone, icon, label } = looks[standing]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
