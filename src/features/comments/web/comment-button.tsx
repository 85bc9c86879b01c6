import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { classNames } from '../../../web/ui/class-names.ts'
import { commentCountsQuery } from './comment-api.ts'

interface CommentButtonProps {
  id: string
  description: string
  /** The transactions of the same list, whose comments are counted together. */
  page: readonly { id: string }[]
  onPress: () => void
}

/** Says how many comments a transaction has, and opens them. */
export function CommentButton({ id, description, page, onPress }: CommentButtonProps) {
  const count = useQuery(commentCountsQuery(page.map((one) => one.id))).data?.get(id) ?? 0
  const text = count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count} comments`
  return (
    <button
      type="button"
      title={text}
      aria-label={`${text}: ${description}`}
      aria-haspopup="dialog"
      onClick={onPress}
      className={classNames(
        'relative flex h-7 min-w-7 shrink-0 items-center justify-center gap-1 rounded-md px-1 text-xs tabular-nums hover:bg-surface-sunken touch:ml-3 touch:after:absolute touch:after:-inset-2',
        count === 0 ? 'text-muted/70' : 'text-accent',
      )}
    >
      <MessageSquare aria-hidden className="size-4" />
      {count > 0 && <span aria-hidden>{count}</span>}
    </button>
  )
}
