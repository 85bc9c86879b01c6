import { Link } from '@tanstack/react-router'
import { Receipt, SearchX } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'

/** In place of the rows: nothing that matches, or nothing there yet. */
export function ExpenseListEmpty({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      icon={isNarrowed ? SearchX : Receipt}
      title="No expenses found. Try adjusting your filters or add a new expense."
      action={
        <Button asChild variant="secondary">
          {isNarrowed ? (
            <Link to="/expenses">Clear filters</Link>
          ) : (
            <Link to="/expenses/new">Add your first expense</Link>
          )}
        </Button>
      }
    />
  )
}
