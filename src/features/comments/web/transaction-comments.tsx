import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { useSession } from '../../auth/web/session.ts'
import { commentsQuery } from './comment-api.ts'
import { CommentThread } from './comment-thread.tsx'

interface TransactionCommentsProps {
  /** Null while the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** The comments on a bank transaction. */
export function TransactionComments({ transactionId, onClose }: TransactionCommentsProps) {
  const state = useSession()
  const body = useRef<HTMLDivElement>(null)
  const session = state.status === 'signed-in' && state.session.hasTeam ? state.session : null
  const id = session ? transactionId : null
  const { data } = useInfiniteQuery({
    ...commentsQuery('transaction', id ?? ''),
    enabled: id !== null,
  })
  return (
    <Dialog
      open={id !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Comments"
      description={id === null ? undefined : (data?.pages[0]?.detail ?? 'Transaction')}
    >
      {session && id !== null && (
        <div ref={body} tabIndex={-1} className="flex flex-col gap-5 outline-none">
          <CommentThread
            key={id}
            session={session}
            kind="transaction"
            id={id}
            heading={body}
            variant="primary"
          />
        </div>
      )}
    </Dialog>
  )
}
