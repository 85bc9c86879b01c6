import { createContext, use } from 'react'
import { markTerms } from './search-terms.ts'

/** Says which words of the texts inside somebody has looked for. */
export const SearchTerms = createContext<((word: string) => boolean) | undefined>(undefined)

/** A text in which the words that were looked for stand out. */
export function MarkedText({ text }: { text: string }) {
  const isFound = use(SearchTerms)
  if (!isFound) return text
  let place = 0
  return markTerms(text, isFound).map((part) => {
    const key = place
    place += part.text.length
    if (!part.isFound) return part.text
    return (
      <mark key={key} className="rounded-xs bg-attention-soft px-0.5 font-semibold text-foreground">
        {part.text}
      </mark>
    )
  })
}
