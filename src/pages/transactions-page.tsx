import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useHasTeam } from '../features/auth/web/session.ts'
import { commentsHash, transactionOfHash } from '../features/comments/rules.ts'
import { CommentButton } from '../features/comments/web/comment-button.tsx'
import { TransactionComments } from '../features/comments/web/transaction-comments.tsx'
import { MatchDialog } from '../features/matching/web/match-dialog.tsx'
import { matchSummaryQuery } from '../features/matching/web/matching-api.ts'
import type { Transaction } from '../features/transactions/contract.ts'
import { TransactionList } from '../features/transactions/web/transaction-list.tsx'
import { Badge } from '../web/ui/badge.tsx'
import { Button } from '../web/ui/button.tsx'

/** /transactions: the list, and what each transaction belongs to. */
export function TransactionsPage() {
  const [shown, setShown] = useState<Transaction | null>(null)
  const navigate = useNavigate({ from: '/transactions' })
  const hasTeam = useHasTeam()
  // In the address, so that an email can lead there.
  const commented = useLocation({ select: ({ hash }) => transactionOfHash(hash) })
  const goTo = (hash: string) => navigate({ search: true, hash, replace: true, resetScroll: false })
  const besideOne = ({ id, description }: Transaction, page: readonly Transaction[]) => (
    <CommentButton
      id={id}
      description={description}
      page={page}
      onPress={() => void goTo(commentsHash(id))}
    />
  )
  return (
    <>
      <TransactionList onMatch={setShown} beside={hasTeam ? besideOne : undefined} review={<ReviewLink />} />
      <MatchDialog transaction={shown} onClose={() => setShown(null)} />
      <TransactionComments transactionId={commented} onClose={() => void goTo('')} />
    </>
  )
}

function ReviewLink() {
  const waiting = useQuery(matchSummaryQuery).data?.suggested ?? 0
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to="/transactions/review">
        <Link2 aria-hidden className="max-sm:hidden" />
        Review
        {waiting > 0 && <Badge tone="attention">{waiting.toLocaleString('en-US')}</Badge>}
      </Link>
    </Button>
  )
}
