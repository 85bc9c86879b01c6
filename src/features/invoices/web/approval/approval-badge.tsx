import { Hourglass, Undo2 } from 'lucide-react'
import { Badge } from '../../../../web/ui/badge.tsx'
import { type Approval, approvalLabels } from '../../approval/approval-rules.ts'

const icons = { waiting: Hourglass, returned: Undo2 }

/** Shown beside the status of an invoice that isn’t approved yet. */
export function ApprovalBadge({ approval }: { approval: Approval }) {
  return (
    <Badge tone="outline" icon={icons[approval]}>
      {approvalLabels[approval]}
    </Badge>
  )
}
