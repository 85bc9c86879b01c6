import { Link } from '@tanstack/react-router'
import { FileText, SearchX } from 'lucide-react'
import { Button } from '../../../../web/ui/button.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { type InvoiceUrlState, isFiltered } from './invoice-url-state.ts'

export function InvoiceListEmpty({ urlState }: { urlState: InvoiceUrlState }) {
  if (isFiltered(urlState)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No invoices match"
        text="Try another status or part of another client’s name."
        action={
          <Button asChild variant="secondary">
            <Link to="/invoices">Clear filters</Link>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={FileText}
      title="No invoices yet"
      text="Write an invoice, send it with a link to pay, and see here who owes you and since when."
      action={
        <Button asChild variant="secondary">
          <Link to="/invoices/new">Create your first invoice</Link>
        </Button>
      }
    />
  )
}
