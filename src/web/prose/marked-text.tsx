import { createContext, use } from 'react'
import { markWords } from './search-words.ts'

/** Says which words of the texts inside somebody has looked for. */
export const SoughtWords = createContext<((word: string) => boolean) | undefined>(undefined)

/** A text in which the words that were looked for stand out. */
export function MarkedText({ text }: { text: string }) {
  const isFound = use(SoughtWords)
  if (!isFound) return text
  let place = 0
  return markWords(text, isFound).map((part) => {
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
