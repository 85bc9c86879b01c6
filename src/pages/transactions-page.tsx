import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { MatchDialog } from '../features/matching/web/match-dialog.tsx'
import { matchSummaryQuery } from '../features/matching/web/matching-api.ts'
import type { Transaction } from '../features/transactions/contract.ts'
import { TransactionList } from '../features/transactions/web/transaction-list.tsx'
import { Badge } from '../web/ui/badge.tsx'
import { Button } from '../web/ui/button.tsx'

/** /transactions: the list, and what each transaction belongs to. */
export function TransactionsPage() {
  const [shown, setShown] = useState<Transaction | null>(null)
  return (
    <>
      <TransactionList onMatch={setShown} review={<ReviewLink />} />
      <MatchDialog transaction={shown} onClose={() => setShown(null)} />
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
