import type { ReactNode } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'

/** For the parent of a CompactLabel. */
export const compactParent = 'group/compact relative inline-flex items-center justify-center'

export const compactButton = `${compactParent} as-table:px-2 as-table:touch:px-3.5`

/** For an action that an invoice hardly needs any more. */
export const quietButton = 'text-muted as-table:text-border-strong'

/** The label beside an icon. In a table it is a tooltip, shown on hover and keyboard focus. */
export function CompactLabel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'as-table:pointer-events-none as-table:absolute as-table:bottom-full as-table:z-10 as-table:mb-1',
        'as-table:rounded-md as-table:bg-foreground as-table:px-2 as-table:py-1',
        'as-table:text-xs as-table:whitespace-nowrap as-table:text-background as-table:shadow-float',
        'as-table:opacity-0 as-table:transition-opacity as-table:delay-200',
        'as-table:group-hover/compact:opacity-100 as-table:group-focus-visible/compact:opacity-100',
        className,
      )}
    >
      {children}
    </span>
  )
}
