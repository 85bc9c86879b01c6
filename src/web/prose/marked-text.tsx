import { createContext, use } from 'react'
import { markTerms } from './search-terms.ts'

/** Whether a word is one of those that the user searched for; undefined without a search. */
export const SearchTerms = createContext<((word: string) => boolean) | undefined>(undefined)

export function MarkedText({ text }: { text: string }) {
  const isFound = use(SearchTerms)
  if (!isFound) return text
  let offset = 0
  return markTerms(text, isFound).map((part) => {
    const key = offset
    offset += part.text.length
    if (!part.isFound) return part.text
    return (
      <mark key={key} className="rounded-xs bg-attention-soft px-0.5 font-semibold text-foreground">
        {part.text}
      </mark>
    )
  })
}
