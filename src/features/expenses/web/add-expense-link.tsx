import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'

export function AddExpenseLink() {
  return (
    <Button asChild>
      <Link to="/expenses/new">
        <Plus aria-hidden />
        Add Expense
      </Link>
    </Button>
  )
}
