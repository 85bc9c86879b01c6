import { ChevronDown } from 'lucide-react'
import { MarkedText } from '../../../web/prose/marked-text.tsx'
import { ProseBlocks } from '../../../web/prose/prose-view.tsx'
import type { Section } from '../../../web/prose/prose.ts'
import { useHash } from '../../../web/prose/use-hash.ts'

interface FaqQuestionProps {
  question: Section
  /** Whether a search found the question, possibly through its answer. */
  isFound: boolean
}

/**
 * A question that opens on click, when a search finds it, or when it is linked to. The answer is always in
 * the HTML.
 */
export function FaqQuestion({ question: { id, heading, blocks }, isFound }: FaqQuestionProps) {
  const isLinked = useHash() === id
  return (
    <section id={id}>
      <details open={isFound || isLinked} className="group">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-lg px-4 py-3 -outline-offset-2 hover:bg-surface-sunken/50 sm:px-5 [&::-webkit-details-marker]:hidden">
          <h3 className="text-base font-medium text-foreground">
            <MarkedText text={heading} />
          </h3>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-5 sm:px-5 *:first:mt-0">
          <ProseBlocks blocks={blocks} />
        </div>
      </details>
    </section>
  )
}
