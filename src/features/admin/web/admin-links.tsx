import { useQuery } from '@tanstack/react-query'
import { PageTabs } from '../../../web/layout/page-tabs.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { platformStatsQuery } from './admin-api.ts'

/** The admin pages as tabs, with the number of messages that wait for an answer. */
export function AdminLinks() {
  // If the count cannot be loaded, the links are shown without it.
  const { data: waiting = 0 } = useQuery({
    ...platformStatsQuery,
    select: ({ openMessages }) => openMessages,
  })
  const badge = waiting > 0 && (
    <Badge tone="attention" className="h-5! px-2!">
      {waiting} <span className="sr-only">open</span>
    </Badge>
  )
  const tabs = [
    { to: '/admin', label: 'Dashboard' },
    { to: '/admin/messages', label: <>Messages{badge}</> },
    { to: '/admin/system', label: 'System' },
    { to: '/admin/audit-log', label: 'Audit' },
  ] as const
  return <PageTabs label="Admin pages" tabs={tabs} />
}
