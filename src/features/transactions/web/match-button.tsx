import { ArrowLeftRight, Link2, Link2Off, type LucideIcon } from 'lucide-react'
import { classNames } from '../../../web/ui/class-names.ts'
import type { Transaction } from '../contract.ts'

type Matched = Pick<Transaction, 'description' | 'isTransfer' | 'match'>

/** Says whether it is known what a transaction belongs to, and opens that. */
export function MatchButton({ transaction, onPress }: { transaction: Matched; onPress: () => void }) {
  const { icon: Icon, text, color } = lookOf(transaction)
  return (
    <button
      type="button"
      title={text}
      aria-label={`${text}: ${transaction.description}`}
      onClick={onPress}
      className={classNames(
        'relative flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-surface-sunken touch:after:absolute touch:after:-inset-2',
        color,
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

function lookOf({ isTransfer, match }: Matched): { icon: LucideIcon; text: string; color: string } {
  if (isTransfer) return { icon: ArrowLeftRight, text: 'Transfer', color: 'text-muted' }
  if (match === 'accepted') return { icon: Link2, text: 'Matched', color: 'text-positive' }
  if (match === 'suggested') return { icon: Link2, text: 'Match suggested', color: 'text-attention' }
  return { icon: Link2Off, text: 'Not matched', color: 'text-muted/70' }
}
