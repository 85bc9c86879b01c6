import { PageTabs } from '../../../../web/layout/page-tabs.tsx'
import { ProBadge } from '../../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'

export function InvoiceTabs() {
  const recurringLocked = useIsLocked('recurringInvoices')
  const templatesLocked = useIsLocked('invoiceTemplates')
  return (
    <PageTabs
      label="Kinds of invoices"
      tabs={[
        { to: '/invoices', label: 'Invoices' },
        { to: '/estimates', label: 'Estimates' },
        { to: '/invoices/recurring', label: <>Recurring {recurringLocked && <ProBadge />}</> },
        { to: '/invoices/templates', label: <>Templates {templatesLocked && <ProBadge />}</> },
        { to: '/clients', label: 'Clients' },
      ]}
    />
  )
}
