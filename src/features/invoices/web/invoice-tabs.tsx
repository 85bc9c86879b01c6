import { Link, linkOptions, useLocation } from '@tanstack/react-router'

import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'

const tabs = linkOptions([
  { to: '/invoices', label: 'Invoices' },
  { to: '/invoices/recurring', label: 'Recurring' },
  { to: '/invoices/templates', label: 'Templates' },
])

/** The three lists of /invoices. They are pages, so these are links. */
export function InvoiceTabs() {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const locked = {
    '/invoices': false,
    '/invoices/recurring': useIsLocked('recurringInvoices'),
    '/invoices/templates': useIsLocked('invoiceTemplates'),
  }
  return (
    // Wider than its line by the padding of a tab, so that the first label begins where the page does.
    <nav
      aria-label="Kinds of invoices"
      className="relative -mx-3 -mt-2 before:absolute before:inset-x-3 before:bottom-0 before:h-px before:bg-border"
    >
      <ul className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map(({ to, label }) => (
          <li key={to} className="flex">
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={here === to ? 'page' : undefined}
              className="relative flex min-h-10 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-6 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:bg-accent max-[23rem]:px-2 touch:min-h-11"
            >
              {label} {locked[to] && <ProBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
