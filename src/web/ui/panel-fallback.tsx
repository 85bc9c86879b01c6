import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import type { RetriableQuery } from './retry-button.tsx'
import { Skeletons } from './skeleton.tsx'

interface PanelFallbackProps {
  query: RetriableQuery & { isError: boolean }
  title: string
  text?: ReactNode
  sizes: readonly string[]
}

/** Stands in a card until its content is loaded: skeletons, or the error. */
export function PanelFallback({ query, title, text, sizes }: PanelFallbackProps) {
  if (!query.isError) return <Skeletons sizes={sizes} />
  return <ErrorState query={query} className="py-4!" title={title} text={text} />
}
