import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import type { Transaction } from '../../transactions/contract.ts'
import * as contract from '../contract.ts'
import type { Match } from '../contract.ts'
import { ExpenseOfTransaction } from './expense-of-transaction.tsx'
import { Target } from './match-card.tsx'
import { MatchTargets } from './match-targets.tsx'
import { acceptText, acceptedText, movedOn } from './match-text.ts'
import { matchTargetsQuery, refreshAfterMatch } from './matching-api.ts'

interface MatchDialogProps {
  /** Null while the dialog is closed. */
  transaction: Transaction | null
  onClose: () => void
}

/** What a bank transaction belongs to, and another choice by hand. */
export function MatchDialog({ transaction, onClose }: MatchDialogProps) {
  return (
    <Dialog
      open={transaction !== null}
      onOpenChange={(open) => !open && onClose()}
      title="What it belongs to"
      description={transaction ? movedOn(transaction) : ''}
    >
      {transaction && <Content key={transaction.id} transaction={transaction} onClose={onClose} />}
    </Dialog>
  )
}

function Content({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const client = useQueryClient()
  const query = useQuery(matchTargetsQuery(transaction.id, ''))
  const mayWrite = useMay('money.write')
  const match = query.data?.match ?? null
  const deciding = useMutation({
    mutationFn: (decide: () => Promise<Match>) => decide(),
    onSuccess: async (decided) => {
      const isAccepted = decided.state === 'accepted'
      showSuccess(isAccepted ? acceptedText(decided) : 'Match Undone', transaction.description)
      if (isAccepted) onClose()
      await refreshAfterMatch(client)
    },
    onError: (error) => showError('The match was not changed', messageOf(error, 'Please try again.')),
  })
  if (query.isError && !query.data) return <ErrorState title="This could not be loaded" query={query} />
  if (!query.data) return <Skeletons sizes={['h-12', 'h-12', 'h-12']} className="gap-2" />
  if (!mayWrite) {
    return match ? <Shown match={match} /> : <p className="text-sm text-muted">Not matched.</p>
  }
  if (match?.state === 'accepted')
    return (
      <Shown match={match}>
        <Button
          variant="secondary"
          busy={deciding.isPending}
          busyLabel="Undoing..."
          onClick={() => deciding.mutate(() => call(contract.undoMatch, { params: { id: match.id } }))}
        >
          Undo this match
        </Button>
      </Shown>
    )
  return (
    <div className="flex flex-col gap-5">
      {match && (
        <Shown match={match}>
          <Button
            busy={deciding.isPending}
            onClick={() => deciding.mutate(() => call(contract.acceptMatch, { params: { id: match.id } }))}
          >
            {acceptText(match)}
          </Button>
        </Shown>
      )}
      <MatchTargets
        transactionId={transaction.id}
        isBusy={deciding.isPending}
        onChoose={(body) =>
          deciding.mutate(() => call(contract.matchTransaction, { params: { id: transaction.id }, body }))
        }
      />
      {transaction.type === 'expense' && (
        <ExpenseOfTransaction
          isBusy={deciding.isPending}
          onAdd={(category) =>
            deciding.mutate(() =>
              call(contract.createExpenseOfTransaction, {
                params: { id: transaction.id },
                body: { category, vendor: transaction.merchant.slice(0, 120), notes: '' },
              }),
            )
          }
        />
      )}
    </div>
  )
}

function Shown({ match, children }: { match: Match; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-border p-4">
      <ul className="flex flex-col gap-2">
        {match.targets.map((target) => (
          <Target key={target.id} match={match} target={target} />
        ))}
      </ul>
      <p className="text-sm text-muted">{match.reason}</p>
      {children && <div>{children}</div>}
    </div>
  )
}
