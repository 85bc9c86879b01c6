import { Link } from '@tanstack/react-router'
import { Receipt, SearchX } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'

/** Shown instead of the table when no expense exists or none matches. */
export function ExpenseListEmpty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={isFiltered ? SearchX : Receipt}
      title="No expenses found. Try adjusting your filters or add a new expense."
      action={
        <Button asChild variant="secondary">
          {isFiltered ? (
            <Link to="/expenses">Clear filters</Link>
          ) : (
            <Link to="/expenses/new">Add your first expense</Link>
          )}
        </Button>
      }
    />
  )
}
