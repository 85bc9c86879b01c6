import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { useMay } from '../../auth/web/session.ts'
import { useHasFeature } from './transaction-tabs.tsx'

export function TransactionsLoading() {
  return (
    <output className="flex items-center justify-center gap-3 px-4 py-16 text-sm text-muted">
      <Spinner size="md" />
      Loading transactions...
    </output>
  )
}

interface TransactionsEmptyProps {
  isFiltered: boolean
  hasAccounts: boolean
  onClear: () => void
}

export function TransactionsEmpty({ isFiltered, hasAccounts, onClear }: TransactionsEmptyProps) {
  const mayWrite = useMay('money.write')
  return (
    <EmptyState
      icon={ArrowLeftRight}
      title="No transactions found."
      text={
        mayWrite
          ? 'Try adjusting your filters or connect a bank account to import transactions.'
          : 'Try adjusting your filters.'
      }
      action={
        <>
          {isFiltered && (
            <Button variant="secondary" onClick={onClear}>
              Clear Filters
            </Button>
          )}
          {mayWrite && !hasAccounts && (
            <Button asChild variant="secondary">
              <Link to="/bank-connections">Connect Account</Link>
            </Button>
          )}
        </>
      }
    />
  )
}

const receipts = {
  title: 'Receipt management coming soon',
  text: 'Upload, scan, and organize your receipts',
}
const reports = {
  title: 'Transaction reporting coming soon',
  text: 'Generate custom reports and analytics',
}

export function ComingSoon() {
  const [hasReceipts, hasReports] = [useHasFeature('receipts'), useHasFeature('reports')]
  const announcements = [...(hasReceipts ? [] : [receipts]), ...(hasReports ? [] : [reports])]
  if (announcements.length === 0) return null
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {announcements.map(({ title, text }) => (
        <div key={title} className="rounded-lg border border-dashed border-border p-4 text-sm text-muted">
          <p className="font-medium">{title}</p>
          <p>{text}</p>
        </div>
      ))}
    </div>
  )
}
