import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

export function BackToSeries() {
  return (
    <Link
      to="/invoices/recurring"
      className="flex w-fit items-center gap-1.5 text-sm text-muted hover:text-foreground touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Recurring invoices
    </Link>
  )
}
