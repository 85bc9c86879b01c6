import { Link } from '@tanstack/react-router'
import { Plus, Receipt, Sparkles } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Plan } from '../../billing/rules.ts'

interface DashboardHeaderProps {
  businessName: string
  /** Undefined while loading. */
  plan: Plan | undefined
  updatedAt: string | undefined
}

export function DashboardHeader({ businessName, plan, updatedAt }: DashboardHeaderProps) {
  return (
    <PageHeader
      title={
        <>
          Welcome, <bdi className="wrap-anywhere">{businessName}</bdi>
        </>
      }
      description={
        <span className="text-sm">
          Auto-refreshes every 5 minutes
          {updatedAt && <span className="whitespace-nowrap tabular-nums"> · Updated {updatedAt}</span>}
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
          {(plan === undefined || plan === 'free') && (
            // Reserves the space until the plan is known, so that nothing below moves.
            <Button
              asChild
              variant="ghost"
              className={plan ? 'max-sm:order-last' : 'invisible max-sm:order-last'}
            >
              <Link to="/pricing">
                <Sparkles aria-hidden />
                Upgrade to PRO
              </Link>
            </Button>
          )}
          <Button asChild variant="secondary">
            <Link to="/expenses/new">
              <Receipt aria-hidden />
              Add Expense
            </Link>
          </Button>
          <Button asChild>
            <Link to="/invoices/new">
              <Plus aria-hidden />
              Create Invoice
            </Link>
          </Button>
        </div>
      }
    />
  )
}
