import type { ReactNode } from 'react'
import { moreText } from './need-text.ts'

interface MoreNeedsProps {
  of: { items: readonly unknown[]; count: number }
  children: (words: string) => ReactNode
}

/** The way to those that are not shown. */
export function MoreNeeds({ of, children }: MoreNeedsProps) {
  const words = moreText(of)
  if (words === null) return null
  return (
    <li className="text-sm max-sm:px-4 max-sm:pb-2 sm:py-3 sm:pr-6 sm:pl-18 touch:[&_a]:inline-flex touch:[&_a]:min-h-11 touch:[&_a]:items-center">
      {children(words)}
    </li>
  )
}
