import type { ReactNode } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'

/** One of several facts: separated by dots on one line, or one per line on a phone. */
export function Fact({ tone, children }: { tone?: 'negative' | undefined; children: ReactNode }) {
  return (
    <span className="max-sm:block sm:not-first:before:content-['·_']">
      <span className={classNames(tone && 'font-medium text-negative')}>{children}</span>
    </span>
  )
}
