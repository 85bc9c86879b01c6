import type { ReactNode } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'

export const compactButton = 'group/compact relative as-tight-table:px-2 as-tight-table:touch:px-3.5'

/** The label beside a button's icon. In a narrow table it shows only on hover and keyboard focus. */
export function CompactLabel({ children }: { children: ReactNode }) {
  return (
    <span
      className={classNames(
        'as-tight-table:pointer-events-none as-tight-table:absolute as-tight-table:bottom-full as-tight-table:z-10 as-tight-table:mb-1',
        'as-tight-table:rounded-md as-tight-table:bg-foreground as-tight-table:px-2 as-tight-table:py-1',
        'as-tight-table:text-xs as-tight-table:whitespace-nowrap as-tight-table:text-background as-tight-table:shadow-float',
        'as-tight-table:opacity-0 as-tight-table:transition-opacity as-tight-table:delay-200',
        'as-tight-table:group-hover/compact:opacity-100 as-tight-table:group-focus-visible/compact:opacity-100',
      )}
    >
      {children}
    </span>
  )
}
