import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface PageTabsProps<To> {
  label: string
  tabs: ReadonlyArray<{ to: To; label: ReactNode }>
}

/** Related lists as tabs. Each list is a page, so the tabs are links. */
export function PageTabs<To extends NonNullable<LinkProps['to']>>({ label, tabs }: PageTabsProps<To>) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const list = useRef<HTMLUListElement>(null)
  // On a phone the tab of this page may be beyond an edge, also after a badge has made another tab wider, or the
  // phone was turned.
  useLayoutEffect(() => {
    const element = list.current
    const current = [...(element?.querySelectorAll('a') ?? [])].find(({ pathname }) => pathname === here)
    if (!element || !current) return undefined
    const reveal = () => {
      const [tab, edges] = [current.getBoundingClientRect(), element.getBoundingClientRect()]
      if (tab.right > edges.right) element.scrollLeft += tab.right - edges.right
      else if (tab.left < edges.left) element.scrollLeft -= edges.left - tab.left
    }
    reveal()
    const observer = new ResizeObserver(reveal)
    observer.observe(element)
    for (const tab of element.children) observer.observe(tab)
    return () => observer.disconnect()
  }, [here])
  return (
    // Wider than its bottom line by the padding of a tab, so that the first label is aligned with the page.
    <nav
      aria-label={label}
      className="relative -mx-3 -mt-2 before:absolute before:inset-x-3 before:bottom-0 before:h-px before:bg-border"
    >
      <ul ref={list} className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.to} className="flex">
            <Link
              to={tab.to}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={here === tab.to ? 'page' : undefined}
              className="relative flex min-h-10 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-6 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:bg-accent max-[23rem]:px-2 touch:min-h-11"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
