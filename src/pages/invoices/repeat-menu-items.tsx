import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Repeat2 } from 'lucide-react'
import { ProBadge } from '../../features/billing/web/pro-badge.tsx'
import { useIsLocked } from '../../features/billing/web/use-plan.ts'
import { MenuItem } from '../../web/ui/menu.tsx'

interface AgainItemsProps {
  invoiceId: string
  onSaveTemplate: () => void
}

/** In the menu of an invoice: the ways to have more like it. Only there while the menu is open. */
export function AgainItems({ invoiceId, onSaveTemplate }: AgainItemsProps) {
  const isRecurringLocked = useIsLocked('recurringInvoices')
  const areTemplatesLocked = useIsLocked('invoiceTemplates')
  return (
    <>
      <MenuItem asChild>
        <Link to="/invoices/recurring/new" search={{ from: invoiceId }}>
          <Repeat2 aria-hidden />
          Make recurring {isRecurringLocked && <ProBadge />}
        </Link>
      </MenuItem>
      <MenuItem icon={LayoutTemplate} onSelect={onSaveTemplate}>
        Save as template {areTemplatesLocked && <ProBadge />}
      </MenuItem>
    </>
  )
}
