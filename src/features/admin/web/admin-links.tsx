import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { Badge } from '../../../web/ui/badge.tsx'
import { platformStatsQuery } from './admin-api.ts'

const links = linkOptions([
  { to: '/admin', label: 'Dashboard' },
  { to: '/admin/messages', label: 'Messages' },
  { to: '/admin/system', label: 'System' },
  { to: '/admin/audit-log', label: 'Audit' },
])

/**
 * The admin pages, above the title of each, with the number of messages that wait for an answer. They look unlike the
 * tabs that a page has below its title.
 */
export function AdminLinks() {
  // If the count cannot be loaded, the links are shown without it.
  const { data: waiting = 0 } = useQuery({
    ...platformStatsQuery,
    select: ({ openMessages }) => openMessages,
  })
  return (
    <nav aria-label="Admin pages" className="-mx-1 mb-4">
      <ul className="flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
        {links.map(({ label, ...link }) => (
          <li key={link.to} className="flex">
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-full px-3.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-surface-sunken hover:text-foreground aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent touch:min-h-11"
            >
              {label}
              {link.to === '/admin/messages' && waiting > 0 && (
                <Badge tone="attention" className="h-5! px-2!">
                  {waiting} <span className="sr-only">open</span>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
