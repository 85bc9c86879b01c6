import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

interface BackLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  children: ReactNode
}

/** Above the title of a page: the way back to its list. */
export function BackLink({ children, ...target }: BackLinkProps) {
  return (
    <Link
      {...target}
      className="flex w-fit items-center gap-1.5 text-sm text-muted hover:text-foreground touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
