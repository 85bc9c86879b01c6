import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { May } from '../../auth/web/may.tsx'
import { type CategoryRule, deleteCategoryRule } from '../contract.ts'
import { refreshTransactions, rulesQuery } from './transaction-api.ts'
import { undoneText } from './transaction-text.ts'

interface RulesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RulesDialog({ open, onOpenChange }: RulesDialogProps) {
  const list = useInfiniteQuery({ ...rulesQuery, enabled: open })
  const rules = list.data?.pages.flatMap((page) => page.rules) ?? []
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Category rules"
      description="Transactions from these merchants are categorized automatically. A category you choose for a single transaction stays."
      footer={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      {list.isError && !list.data ? (
        <ErrorState title="The rules could not be loaded" query={list} />
      ) : list.isPending ? (
        <div className="flex justify-center py-8">
          <Spinner label="Loading rules..." size="md" />
        </div>
      ) : rules.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No rules yet"
          text="Choose a category for a transaction, then “Always for” its merchant."
        />
      ) : (
        <ul className="divide-y divide-border">
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <ShowMore list={list} size="sm" className="mt-3" />
    </Dialog>
  )
}

function RuleRow({ rule }: { rule: CategoryRule }) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: () => call(deleteCategoryRule, { params: { id: rule.id } }),
    onSuccess: ({ changed }) => {
      showSuccess('Rule Undone', undoneText(changed))
      return refreshTransactions(client)
    },
    onError: () => showError('The rule could not be undone', 'It still applies. Please try again.'),
  })
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="own-words min-w-0 wrap-anywhere">
        {rule.merchant}
        <span className="block text-sm text-muted">Always {rule.category}</span>
      </span>
      <May permission="money.write">
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Undo the rule for ${rule.merchant}`}
          busy={undoing.isPending}
          busyLabel="Undoing..."
          onClick={() => undoing.mutate()}
        >
          Undo
        </Button>
      </May>
    </li>
  )
}
