import type { ReactNode } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'

/** One of several facts: separated by dots on one line, or one per line in a narrow list. */
export function Fact({ tone, children }: { tone?: 'negative' | undefined; children: ReactNode }) {
  return (
    <span className="@max-lg:block @lg:not-first:before:content-['·_']">
      <span className={classNames(tone && 'font-medium text-negative')}>{children}</span>
    </span>
  )
}
