import { CircleCheck, Copy, FileX, LoaderCircle, Paperclip, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import type { Receipt } from '../contract.ts'

export function ReceiptStateBadge({ receipt }: { receipt: Receipt }) {
  const { state, expense, transaction, duplicateOf, checkedAt } = receipt
  if (state === 'waiting')
    return (
      <Badge icon={LoaderCircle} className="[&_svg]:animate-spin">
        Reading…
      </Badge>
    )
  if (expense ?? transaction)
    return (
      <Badge tone="positive" icon={Paperclip}>
        Filed
      </Badge>
    )
  if (duplicateOf !== null)
    return (
      <Badge tone="attention" icon={Copy}>
        Twice?
      </Badge>
    )
  if (checkedAt !== null)
    return (
      <Badge tone="outline" icon={CircleCheck}>
        Checked
      </Badge>
    )
  if (state === 'unreadable')
    return (
      <Badge tone="negative" icon={FileX}>
        Not read
      </Badge>
    )
  return (
    <Badge tone="attention" icon={TriangleAlert}>
      To check
    </Badge>
  )
}
